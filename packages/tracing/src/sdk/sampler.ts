import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace-node';

import type { TracingSettings } from '../settings.ts';

/**
 * The sampler that OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG name. Of those that go by the parent, a parent that a
 * stranger names does not count: its trace is decided on as one that begins here. By ratio that rests on the trace's id
 * alone, so that services of the same settings decide alike.
 */
export function samplerOf({
  OTEL_TRACES_SAMPLER: name = 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: ratio = 1,
}: TracingSettings): Sampler {
  const [kind, isParentBased] = name.startsWith('parentbased_')
    ? [name.slice('parentbased_'.length), true]
    : [name, false];
  const root =
    kind === 'always_off'
      ? new AlwaysOffSampler()
      : kind === 'traceidratio'
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler();
  if (!isParentBased) return root;
  return new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root });
}
