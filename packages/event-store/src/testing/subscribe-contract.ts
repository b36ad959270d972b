import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import type { EventStore, Filter, Position, SubscriptionMessage } from '../port.ts';
import {
  appendToEnd,
  collect,
  dataOf,
  eventsIn,
  numberedEvents,
  readUntil,
  testEvent,
  uniquePrefix,
} from './test-events.ts';

const numbers = (messages: readonly SubscriptionMessage[]) => dataOf(eventsIn(messages)).map(({ n }) => n);
const caughtUp = (messages: readonly SubscriptionMessage[]) =>
  messages.some(({ kind }) => kind === 'caughtUp');

/** What every store promises about `subscribe`. */
export function describeSubscribing(getStore: () => EventStore): void {
  const append = (stream: string, count: number) => appendToEnd(getStore(), stream, numberedEvents(count));

  describe('subscribe', () => {
    test('delivers what is there, says so, and goes on with what comes', async () => {
      const prefix = uniquePrefix();
      const after = await getStore().head();
      await append(`${prefix}a`, 3);
      let live = false;
      const options = { after, filter: { streamPrefixes: [prefix] } };
      const messages = await readUntil(getStore(), options, async (all) => {
        if (caughtUp(all) && !live) {
          live = true;
          await append(`${prefix}b`, 2);
        }
        return eventsIn(all).length >= 5;
      });
      expect(numbers(messages)).toEqual([0, 1, 2, 0, 1]);
      const catchUp = messages.slice(
        0,
        messages.findIndex(({ kind }) => kind === 'caughtUp'),
      );
      expect(eventsIn(catchUp)).toHaveLength(3);
    });

    test('gives the very events that reading gives', async () => {
      const prefix = uniquePrefix();
      const after = await getStore().head();
      const stream = `${prefix}a`;
      const event = testEvent({ type: 'Ação', data: { nome: 'João 👍', nul: '\u0000' } });
      await getStore().append(stream, [event], { expected: 'noStream' });
      const messages = await readUntil(getStore(), { after }, (all) =>
        eventsIn(all).some(({ id }) => id === event.id),
      );
      const subscribed = eventsIn(messages).find(({ id }) => id === event.id);
      const [read] = await collect(getStore().readStream(stream));
      // Some stores cut the time to the second when read one way and not the other.
      expect({ ...subscribed, recordedAt: '' }).toEqual({ ...read, recordedAt: '' });
    });

    test('from the start of the log delivers its first events', async () => {
      const stream = `${uniquePrefix()}start`;
      const { position } = await append(stream, 1);
      const [first] = await collect(getStore().readAll({ after: 'start', limit: 1 }));
      const messages = await readUntil(
        getStore(),
        { after: 'start', batchSize: 10 },
        (all) => eventsIn(all).length > 0,
      );
      expect(eventsIn(messages)[0]?.position).toBe(first?.position);
      expect(getStore().comparePositions(first!.position, position)).toBeLessThanOrEqual(0);
    });

    test('an empty remainder is caught up at once', async () => {
      const filter = { streamPrefixes: [uniquePrefix()] };
      const messages = await readUntil(getStore(), { after: await getStore().head(), filter }, caughtUp);
      expect(eventsIn(messages)).toEqual([]);
    });

    test('resumes after the position of each message, with nothing lost or repeated', async () => {
      const prefix = uniquePrefix();
      let after = await getStore().head();
      for (let n = 0; n < 4; n++) {
        await append(`${prefix}a`, 3);
        await append(`other-${prefix}`, 2);
      }
      const got: unknown[] = [];
      while (got.length < 12) {
        const messages = await readUntil(
          getStore(),
          { after, filter: { streamPrefixes: [prefix] }, batchSize: 2 },
          (all) => all.some(({ kind }) => kind === 'events'),
        );
        got.push(...eventsIn(messages).map(({ revision }) => Number(revision)));
        after = messages.findLast((message) => 'position' in message)?.position as Position;
      }
      expect(got).toEqual(Array.from({ length: 12 }, (_, n) => n));
    });

    test('keeps to the batch size, and each position is that of the last event or after it', async () => {
      const prefix = uniquePrefix();
      const after = await getStore().head();
      await append(`${prefix}a`, 50);
      const options = { after, filter: { streamPrefixes: [prefix] }, batchSize: 7 };
      const messages = await readUntil(getStore(), options, (all) => eventsIn(all).length === 50);
      expect(numbers(messages)).toEqual(Array.from({ length: 50 }, (_, n) => n));
      for (const message of messages) {
        if (message.kind !== 'events') continue;
        expect(message.events.length).toBeGreaterThan(0);
        expect(message.events.length).toBeLessThanOrEqual(7);
        expect(
          getStore().comparePositions(message.position, message.events.at(-1)!.position),
        ).toBeGreaterThanOrEqual(0);
      }
    });

    test.each<[string, (prefix: string) => Filter]>([
      ['stream', (prefix) => ({ streamPrefixes: [`${prefix}b`, `${prefix}c`] })],
      ['type', (prefix) => ({ typePrefixes: [`${prefix}B`, `${prefix}C`] })],
    ])('filters by %s, in catching up and live', async (_by, filterOf) => {
      const prefix = uniquePrefix();
      const after = await getStore().head();
      const write = async (): Promise<void> => {
        for (const letter of ['a', 'b', 'c', 'a', 'b']) {
          const event = testEvent({ type: `${prefix}${letter.toUpperCase()}`, data: { letter } });
          await appendToEnd(getStore(), `${prefix}${letter}`, [event]);
        }
      };
      await write();
      let live = false;
      const messages = await readUntil(getStore(), { after, filter: filterOf(prefix) }, async (all) => {
        if (caughtUp(all) && !live) {
          live = true;
          await write();
        }
        return eventsIn(all).length >= 6;
      });
      expect(dataOf(eventsIn(messages)).map(({ letter }) => letter)).toEqual(['b', 'c', 'b', 'b', 'c', 'b']);
    });

    test('ends without an error when aborted: before, while idle, and between messages', async () => {
      const after = await getStore().head();
      expect(await collect(getStore().subscribe({ after, signal: AbortSignal.abort() }))).toEqual([]);

      const filter = { streamPrefixes: [uniquePrefix()] };
      const stop = new AbortController();
      const idle = collect(getStore().subscribe({ after, filter, signal: stop.signal }));
      await sleep(50);
      stop.abort();
      expect(eventsIn(await idle)).toEqual([]);
    });

    test('a consumer that leaves the loop ends it', async () => {
      const prefix = uniquePrefix();
      const after = await getStore().head();
      await append(`${prefix}a`, 20);
      const { signal } = new AbortController();
      for await (const message of getStore().subscribe({ after, signal, batchSize: 3 })) {
        if (message.kind === 'events') break;
      }
      expect((await append(`${prefix}a`, 1)).revision).toBe(20n);
    });

    test('five at once, slow and fast, each get everything once and in order while 16 writers append', async () => {
      const prefix = uniquePrefix();
      const after = await getStore().head();
      const filter = { streamPrefixes: [prefix] };
      const total = 16 * 15;
      const readers = [0, 0, 1, 3, 0].map((delayMs, index) =>
        readUntil(getStore(), { after, filter, batchSize: 10 * (index + 1) }, async (all) => {
          await sleep(delayMs);
          return eventsIn(all).length >= total;
        }),
      );
      await Promise.all(
        Array.from({ length: 16 }, async (_, writer) => {
          for (let n = 0; n < 15; n++) {
            await appendToEnd(getStore(), `${prefix}${writer % 5}`, [testEvent({ data: { writer, n } })]);
          }
        }),
      );
      const written = await collect(getStore().readAll({ after, filter, limit: 2 * total }));
      expect(written).toHaveLength(total);
      const order = written.map(({ id }) => id);
      for (const messages of await Promise.all(readers)) {
        expect(eventsIn(messages).map(({ id }) => id)).toEqual(order);
      }
    });
  });
}
