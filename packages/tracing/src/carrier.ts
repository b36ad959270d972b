/** The field of a job's payload that carries its trace. */
export const TRACEPARENT = 'traceparent';

/** `traceparent` beside other fields of an object, such as the payload of a job or the metadata of an event. */
export function traceparentIn(carrier: unknown): string | undefined {
  const value = (carrier as { [TRACEPARENT]?: unknown } | null | undefined)?.[TRACEPARENT];
  return typeof value === 'string' ? value : undefined;
}
