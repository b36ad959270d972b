import { setTimeout as sleep } from 'node:timers/promises';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { EventStoreUnavailable, WrongExpectedRevision } from '../errors.ts';
import type { Expected, NewEvent } from '../port.ts';
import type { EventStoreUnderTest } from './event-store-under-test.ts';
import { collect, numberedEvents, uniquePrefix } from './test-events.ts';

interface Step {
  /** Which of the processes appends. */
  process: number;
  stream: number;
  expected: Expected | 'current';
  count: number;
  /** Appends again what an earlier append appended, with the expectation of this step. */
  repeats: number | undefined;
  /** A restart or a change of leader comes before it, where there are such. */
  disturbed: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  process: fc.nat({ max: 2 }),
  stream: fc.nat({ max: 2 }),
  expected: fc.constantFrom<Expected | 'current'>('noStream', 'current', 'current', 0n, 1n, 4n),
  count: fc.integer({ min: 1, max: 4 }),
  repeats: fc.option(fc.nat({ max: 11 }), { nil: undefined, freq: 3 }),
  disturbed: fc.constantFrom(false, false, false, false, false, false, true),
});

/** Any sequence of appends, by any of several processes, does to the log what the port says, step by step. */
export function describeAgainstModel(underTest: () => EventStoreUnderTest): void {
  describe('any sequence of appends', () => {
    test('gives the answers and leaves the events that a model of the promises predicts', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          const { actual, predicted } = await run(underTest(), steps);
          expect(actual).toEqual(predicted);
        }),
        { numRuns: 25 },
      );
    });
  });
}

/** What the promises come to, for one log: stream names to event ids, and the ids of all in order. */
class Model {
  readonly streams = new Map<string, string[]>();
  readonly log: string[] = [];
  readonly done: { stream: string; events: NewEvent[] }[] = [];

  append(stream: string, events: NewEvent[], expected: Expected): bigint | 'refused' {
    const history = this.streams.get(stream) ?? [];
    const ids = events.map(({ id }) => id);
    const known = history.indexOf(ids.at(-1) ?? '');
    if (known >= 0) return BigInt(known);
    if (!fits(expected, currentRevision(history))) return 'refused';
    this.streams.set(stream, [...history, ...ids]);
    this.log.push(...ids);
    this.done.push({ stream, events });
    return currentRevision([...history, ...ids]);
  }
}

async function run(
  { store, others = [], disturb }: EventStoreUnderTest,
  steps: readonly Step[],
): Promise<{ actual: unknown; predicted: unknown }> {
  const processes = [store, ...others];
  const prefix = uniquePrefix();
  const after = await untilAvailable(() => store.head());
  const model = new Model();
  const predicted: unknown[] = [];
  const actual: unknown[] = [];
  for (const { process, stream: index, expected: wanted, count, repeats, disturbed } of steps) {
    const earlier = repeats === undefined ? undefined : model.done[repeats];
    const { stream, events } = earlier ?? { stream: `${prefix}${index}`, events: numberedEvents(count) };
    const current = currentRevision(model.streams.get(stream) ?? []);
    const expected = wanted !== 'current' ? wanted : current < 0n ? 'noStream' : current;
    predicted.push(model.append(stream, events, expected));
    if (disturbed) await disturb?.();
    const writer = processes[process % processes.length]!;
    const append = () => writer.append(stream, events, { expected });
    actual.push(await untilAvailable(append).then(({ revision }) => revision, refusal));
  }
  for (const [stream, ids] of model.streams) {
    predicted.push(ids);
    actual.push(idsOf(await untilAvailable(() => collect(store.readStream(stream)))));
  }
  predicted.push(model.log);
  actual.push(
    idsOf(await collect(store.readAll({ after, filter: { streamPrefixes: [prefix] }, limit: 1000 }))),
  );
  return { actual, predicted };
}

/** Repeats a call as its caller does when the store is unavailable. */
async function untilAvailable<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      await sleep(20);
    }
  }
}

function refusal(error: unknown): unknown {
  return error instanceof WrongExpectedRevision ? 'refused' : error;
}

function idsOf(events: readonly NewEvent[]): string[] {
  return events.map(({ id }) => id);
}

function currentRevision(history: readonly string[]): bigint {
  return BigInt(history.length) - 1n;
}

function fits(expected: Expected, current: bigint): boolean {
  return expected === 'noStream' ? current < 0n : expected === current;
}
