import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace-node';
import { expect, it } from 'vitest';

import type { TracingSettings } from '../settings.ts';
import { contextOf, type HandedOnBy } from '../traceparent.ts';
import { samplerOf } from './sampler.ts';

/** At either end of the ratio. */
const [LOW, HIGH] = ['00000001', 'fffffff0'].map((end) => end.padStart(32, '0')) as [string, string];

function isSampled(settings: TracingSettings, traceId: string, flags?: string, by?: HandedOnBy): boolean {
  const parent =
    flags === undefined ? ROOT_CONTEXT : contextOf(`00-${traceId}-00f067aa0ba902b7-${flags}`, by);
  const { decision } = samplerOf(settings).shouldSample(parent, traceId, 'x', SpanKind.SERVER, {}, []);
  return decision === SamplingDecision.RECORD_AND_SAMPLED;
}

it('samples all unless configured otherwise, whatever a caller’s header says', () => {
  expect([isSampled({}, LOW), isSampled({}, LOW, '00', 'stranger')]).toEqual([true, true]);
  expect(isSampled({ OTEL_TRACES_SAMPLER: 'always_off' }, LOW)).toBe(false);
});

it('goes by the parent that we named, and decides on that of a stranger by the trace', () => {
  const settings = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: 0.5 } as const;
  expect(isSampled(settings, LOW)).not.toBe(isSampled(settings, HIGH));
  for (const traceId of [LOW, HIGH]) {
    expect(isSampled(settings, traceId, '01', 'ourselves')).toBe(true);
    expect(isSampled(settings, traceId, '00', 'ourselves')).toBe(false);
    for (const flags of ['00', '01'])
      expect(isSampled(settings, traceId, flags, 'stranger')).toBe(isSampled(settings, traceId));
  }
});
