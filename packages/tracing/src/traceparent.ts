import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';

/** Version, trace id, parent id and flags; later versions may add fields behind them (W3C Trace Context, 3.2.2). */
const FORM =
  /^(?<version>(?!ff)[\da-f]{2})-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})(?:-.*)?$/;

/**
 * Who handed a trace on. A stranger says which trace a request belongs to, and nothing else: whether it is sampled is
 * decided anew, from its id, so that no client can have all of its requests recorded.
 */
export type HandedOnBy = 'stranger' | 'ourselves';

/** The span that a `traceparent` names; undefined for what is none. */
export function spanContextOf(
  traceparent: string | undefined,
  by: HandedOnBy = 'ourselves',
): SpanContext | undefined {
  const { version, traceId, spanId, flags } = FORM.exec(traceparent ?? '')?.groups ?? {};
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  // Of version 00 that is all there is.
  if (version === '00' && traceparent?.length !== 55) return undefined;
  const named = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED,
    isRemote: by === 'stranger',
  };
  return isSpanContextValid(named) ? named : undefined;
}

/** The context whose spans are children of the one that a `traceparent` names; without one, of none. */
export function contextOf(traceparent: string | undefined, by?: HandedOnBy): Context {
  const parent = spanContextOf(traceparent, by);
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

/**
 * The active span, while it lasts. What a request starts that goes on by itself, such as a subscription, runs in its
 * context for ever, and is of no trace any more once the request was answered.
 */
export function activeSpan(): Span | undefined {
  const active = trace.getSpan(context.active());
  const isSampled = ((active?.spanContext().traceFlags ?? 0) & TraceFlags.SAMPLED) !== 0;
  return isSampled && active?.isRecording() === false ? undefined : active;
}

/** `traceparent` of a span, by default the active one; undefined where there is none. */
export function traceparentOf(span = activeSpan()): string | undefined {
  const named = span?.spanContext();
  if (named === undefined || !isSpanContextValid(named)) return undefined;
  return `00-${named.traceId}-${named.spanId}-0${named.traceFlags & TraceFlags.SAMPLED}`;
}

/** For log lines, under the names of OpenTelemetry's "Trace Context in non-OTLP Log Formats". */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const active = activeSpan()?.spanContext();
  return active === undefined ? {} : { trace_id: active.traceId, span_id: active.spanId };
}
