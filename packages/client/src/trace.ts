import { randomId } from './random-id.ts';

/** Of a call, and of every repetition of it: what it led to is found by this in the traces and logs of the services. */
export const newTraceId = (): string => randomId().replaceAll('-', '');

/** `traceparent` of one request (W3C Trace Context). Nothing is recorded here: whether there, the services decide. */
export const traceparentOf = (traceId: string): string => `00-${traceId}-${newTraceId().slice(16)}-00`;
