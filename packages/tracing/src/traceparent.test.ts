import { trace } from '@opentelemetry/api';
import { expect, it } from 'vitest';

import { contextOf, spanContextOf, traceFields, traceparentOf } from './traceparent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

it('reads who is the parent, and of a stranger no more', () => {
  const named = { traceId: TRACE, spanId: SPAN, traceFlags: 1 };
  expect(spanContextOf(`00-${TRACE}-${SPAN}-01`)).toEqual({ ...named, isRemote: false });
  expect(spanContextOf(`00-${TRACE}-${SPAN}-01`, 'stranger')).toEqual({ ...named, isRemote: true });
  // A later version, with flags and fields that are not known yet (W3C Trace Context, 3.2.2.4).
  expect(spanContextOf(`cc-${TRACE}-${SPAN}-08-more`)).toMatchObject({ ...named, traceFlags: 0 });
});

it.each([
  undefined,
  '',
  TRACE,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE}-${SPAN}`,
])('ignores %s as a parent', (traceparent) => {
  expect(spanContextOf(traceparent)).toBeUndefined();
  expect(trace.getSpanContext(contextOf(traceparent))).toBeUndefined();
});

it('writes a traceparent as it was read', () => {
  for (const flags of ['00', '01']) {
    const traceparent = `00-${TRACE}-${SPAN}-${flags}`;
    expect(traceparentOf(trace.getSpan(contextOf(traceparent)))).toBe(traceparent);
  }
});

it('has nothing to say where no span is active', () => {
  expect([traceparentOf(), traceFields()]).toEqual([undefined, {}]);
});
