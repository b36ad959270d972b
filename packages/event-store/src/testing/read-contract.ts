import { beforeAll, describe, expect, test } from 'vitest';

import type { AppendResult, EventStore, Filter, Position, RecordedEvent } from '../port.ts';
import { appendToEnd, collect, dataOf, numberedEvents, testEvent, uniquePrefix } from './test-events.ts';

/** What every store promises about reading what is there. */
export function describeReading(getStore: () => EventStore): void {
  describe('readStream', () => {
    const stream = `${uniquePrefix()}stream`;
    const read = async (options: Parameters<EventStore['readStream']>[1]) =>
      (await collect(getStore().readStream(stream, options))).map(({ revision }) => Number(revision));

    beforeAll(async () => {
      await getStore().append(stream, numberedEvents(7), { expected: 'noStream' });
    });

    test('a missing stream is empty, in both directions', async () => {
      const missing = `${uniquePrefix()}missing`;
      expect(await collect(getStore().readStream(missing))).toEqual([]);
      expect(await collect(getStore().readStream(missing, { direction: 'backwards', from: 3n }))).toEqual([]);
    });

    test.each<[Parameters<EventStore['readStream']>[1], number[]]>([
      [{}, [0, 1, 2, 3, 4, 5, 6]],
      [{ from: 4n }, [4, 5, 6]],
      [{ limit: 2 }, [0, 1]],
      [{ from: 2n, limit: 3 }, [2, 3, 4]],
      [{ from: 7n }, []],
      [{ from: 700n }, []],
      [{ direction: 'backwards' }, [6, 5, 4, 3, 2, 1, 0]],
      [{ direction: 'backwards', limit: 1 }, [6]],
      [{ direction: 'backwards', from: 3n, limit: 2 }, [3, 2]],
      [{ direction: 'backwards', from: 700n, limit: 2 }, [6, 5]],
    ])('%o gives revisions %j', async (options, revisions) => {
      expect(await read(options)).toEqual(revisions);
    });

    test('a long stream comes whole and in order, both ways', async () => {
      const long = `${uniquePrefix()}long`;
      for (let n = 0; n < 3; n++) await appendToEnd(getStore(), long, numberedEvents(900));
      const forwards = await collect(getStore().readStream(long));
      expect(forwards.map(({ revision }) => Number(revision))).toEqual(
        Array.from({ length: 2700 }, (_, n) => n),
      );
      expect(await collect(getStore().readStream(long, { direction: 'backwards' }))).toEqual(
        forwards.toReversed(),
      );
    });
  });

  describe('readAll', () => {
    const prefix = uniquePrefix();
    const mine: Filter = { streamPrefixes: [prefix] };
    let before: Position | 'start';
    const answers: AppendResult[] = [];
    const read = (options: Partial<Parameters<EventStore['readAll']>[0]>): Promise<RecordedEvent[]> =>
      collect(getStore().readAll({ after: before, filter: mine, limit: 1000, ...options }));

    beforeAll(async () => {
      before = await getStore().head();
      // "%" and "_" mean something in SQL patterns, "." and "[" in regular expressions; in a prefix they are themselves.
      const writes: [string, string][] = [
        ['a-1', `${prefix}Made`],
        ['b-1', `${prefix}Made`],
        ['a%b', `${prefix}Mad`],
        ['a-1', `${prefix}Mad_`],
        ['aXb', `${prefix}Ma.e`],
        ['[a]', `${prefix}Told`],
      ];
      for (const [n, [stream, type]] of writes.entries()) {
        const event = testEvent({ type, data: { n } });
        answers.push(await appendToEnd(getStore(), `${prefix}${stream}`, [event]));
      }
    });

    test('says whether any of them stand after a position', async () => {
      const store = getStore();
      const last = answers.at(-1)!.position;
      expect(await store.hasEventsAfter(before, mine)).toBe(true);
      expect(await store.hasEventsAfter('start', mine)).toBe(true);
      expect(await store.hasEventsAfter(answers.at(-2)!.position, mine)).toBe(true);
      expect(await store.hasEventsAfter(last, mine)).toBe(false);
      expect(await store.hasEventsAfter(before, { typePrefixes: [`${prefix}Told`] })).toBe(true);
      expect(await store.hasEventsAfter(before, { streamPrefixes: [uniquePrefix()] })).toBe(false);
      const other = `${uniquePrefix()}other`;
      await store.append(other, [testEvent()], { expected: 'noStream' });
      expect(await store.hasEventsAfter(last, mine)).toBe(false);
      expect(await store.hasEventsAfter(last, { streamPrefixes: [other] })).toBe(true);
    });

    test('gives the appends in their order with their positions', async () => {
      const events = await read({});
      expect(dataOf(events).map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5]);
      expect(events.map(({ position }) => position)).toEqual(answers.map(({ position }) => position));
    });

    test('begins after a position, exclusively, and keeps to the limit', async () => {
      const after = answers[1]!.position;
      expect(dataOf(await read({ after, limit: 2 })).map(({ n }) => n)).toEqual([2, 3]);
      expect(await read({ after: answers[5]!.position })).toEqual([]);
      expect(await read({ limit: 0 })).toEqual([]);
    });

    test('without a filter gives the events of every stream', async () => {
      const all = await collect(getStore().readAll({ after: before, limit: 1_000_000 }));
      expect(all.filter(({ stream }) => stream.startsWith(prefix))).toEqual(await read({}));
    });

    const byStream = (...streams: string[]): Filter => ({
      streamPrefixes: streams.map((name) => `${prefix}${name}`),
    });
    const byType = (...types: string[]): Filter => ({
      typePrefixes: types.map((name) => `${prefix}${name}`),
    });
    test.each<[Filter, number[]]>([
      [byStream('a-'), [0, 3]],
      [byStream('a'), [0, 2, 3, 4]],
      [byStream('a%'), [2]],
      [byStream('[a]'), [5]],
      [byStream('b', '['), [1, 5]],
      [byStream('c'), []],
      [byType('Made'), [0, 1]],
      [byType('Mad_'), [3]],
      [byType('Ma.'), [4]],
      [byType('Mad', 'Told'), [0, 1, 2, 3, 5]],
    ])('with the filter %j gives events %j', async (filter, numbers) => {
      expect(dataOf(await read({ filter })).map(({ n }) => n)).toEqual(numbers);
    });

    test('sees every append that was acknowledged before, while others go on', async () => {
      const stream = `${uniquePrefix()}ack`;
      const after = await getStore().head();
      await Promise.all(
        Array.from({ length: 40 }, async (_, writer) => {
          const { position } = await getStore().append(`${stream}-${writer}-`, numberedEvents(2), {
            expected: 'noStream',
          });
          const filter = { streamPrefixes: [`${stream}-${writer}-`] };
          const seen = await collect(getStore().readAll({ after, filter, limit: 10 }));
          expect(seen.at(-1)?.position).toBe(position);
        }),
      );
    });
  });

  describe('positions', () => {
    test('are ordered as the log is', async () => {
      const stream = `${uniquePrefix()}order`;
      const positions: Position[] = [];
      for (let n = 0; n < 12; n++) {
        positions.push((await appendToEnd(getStore(), stream, numberedEvents(1))).position);
      }
      for (const [i, a] of positions.entries()) {
        for (const [j, b] of positions.entries()) {
          expect(Math.sign(getStore().comparePositions(a, b))).toBe(Math.sign(i - j));
        }
      }
    });

    test('say how much of the log is up to them', async () => {
      const stream = `${uniquePrefix()}share`;
      const positions: Position[] = [];
      for (let n = 0; n < 4; n++)
        positions.push((await appendToEnd(getStore(), stream, numberedEvents(1))).position);
      const [first, , , last] = positions as [Position, Position, Position, Position];
      const shares = positions.map((position) => getStore().shareUpTo(position, last));
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
      expect(new Set(shares).size).toBe(4);
      expect([shares.at(-1), getStore().shareUpTo(last, first)]).toEqual([1, 1]);
    });

    test('within one append ascend and end with its answer', async () => {
      const stream = `${uniquePrefix()}batch`;
      const { position } = await getStore().append(stream, numberedEvents(5), { expected: 'noStream' });
      const positions = (await collect(getStore().readStream(stream))).map((event) => event.position);
      expect(positions.at(-1)).toBe(position);
      expect(positions.toSorted((a, b) => getStore().comparePositions(a, b))).toEqual(positions);
      expect(new Set(positions).size).toBe(5);
    });

    test('head is not before any acknowledged append, and nothing of that time lies after it', async () => {
      const stream = `${uniquePrefix()}head`;
      await Promise.all(
        Array.from({ length: 20 }, async (_, writer) => {
          const { position } = await getStore().append(`${stream}-${writer}-`, numberedEvents(1), {
            expected: 'noStream',
          });
          const head = await getStore().head();
          expect(head === 'start' ? -1 : getStore().comparePositions(head, position)).toBeGreaterThanOrEqual(
            0,
          );
        }),
      );
      const after = await getStore().head();
      expect(
        await collect(getStore().readAll({ after, filter: { streamPrefixes: [stream] }, limit: 10 })),
      ).toEqual([]);
    });
  });
}
