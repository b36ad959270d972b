export { TRACEPARENT, traceparentIn } from './carrier.ts';
export { SAMPLERS, type TracingSettings } from './settings.ts';
export { inSpan, isTracing, markFailed, startSpan, type SpanOptions } from './spans.ts';
export { startTracing, type Tracing } from './start-tracing.ts';
export { contextOf, spanContextOf, traceFields, traceparentOf } from './traceparent.ts';
