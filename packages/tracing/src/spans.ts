import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';

import { activeSpan } from './traceparent.ts';

/** Asks for the provider at each span: it may be registered after this module was loaded. */
const tracer = trace.getTracer('lacre');

let on = false;

/** Called once a provider is registered: until then no span is made, and nothing is spent on any. */
export function switchOn(): void {
  on = true;
}

export const isTracing = (): boolean => on;

export interface SpanOptions {
  kind?: 'client' | 'server' | 'producer' | 'consumer';
  /** Ids of tenants, processes and documents at most: no personal data, secret, address of a person or body. */
  attributes?: Attributes;
  /** Default: the active span. */
  parent?: Context;
  /** Whether the span is made where it has no parent, as the first of its trace. Default no. */
  mayBeRoot?: boolean;
}

const KINDS = {
  client: SpanKind.CLIENT,
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** A span that its caller ends; undefined where none is to be made. */
export function startSpan(
  name: string,
  { kind, attributes = {}, parent, mayBeRoot = false }: SpanOptions = {},
): Span | undefined {
  if (!on) return undefined;
  const above = parent ?? (activeSpan() === undefined ? ROOT_CONTEXT : context.active());
  if (!mayBeRoot && trace.getSpan(above) === undefined) return undefined;
  return tracer.startSpan(
    name,
    { kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind], attributes },
    above,
  );
}

/** Does the work within a span, which is the active one meanwhile. What the work throws is passed on. */
export async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const span = startSpan(name, options);
  if (span === undefined) return work(undefined);
  try {
    return await context.with(trace.setSpan(options.parent ?? context.active(), span), work, undefined, span);
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Says that what the span stands for failed, and by what kind of error: its message may hold personal data. */
export function markFailed(span: Span | undefined, error: unknown): void {
  span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.setAttribute('error.type', typeOf(error));
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z\d_]{2,40}$/.test(code) ? code : error.name;
}
