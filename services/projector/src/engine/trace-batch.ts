import type { LoggedEvent } from '@lacre/domain-log';
import { contextOf, isTracing, startSpan } from '@lacre/tracing';

/** A rebuild goes over traces that ended long ago, and live batches hold a few: no request waits for a larger one. */
const TRACED_AT_MOST = 100;

/**
 * Begins a span for the batch in each trace that events of it belong to, under the first of them.
 *
 * @returns ends the spans
 */
export function startProjecting(events: readonly LoggedEvent[]): () => void {
  if (!isTracing() || events.length > TRACED_AT_MOST) return () => {};
  const firsts = new Map<string, string>();
  for (const { metadata } of events) {
    const { traceparent } = metadata;
    const traceId = traceparent?.split('-')[1];
    if (traceparent !== undefined && traceId !== undefined && !firsts.has(traceId))
      firsts.set(traceId, traceparent);
  }
  const spans = [...firsts.values()].map((traceparent) =>
    startSpan('project', {
      kind: 'consumer',
      parent: contextOf(traceparent),
      attributes: { 'lacre.events': events.length },
    }),
  );
  return () => {
    for (const span of spans) span?.end();
  };
}
