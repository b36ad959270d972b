import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { maxAppendBytes } from '../append-rules.ts';
import { EventIdConflict, InvalidAppend, WrongExpectedRevision } from '../errors.ts';
import type { EventStore, Expected, NewEvent } from '../port.ts';
import {
  appendToEnd,
  dataOf,
  eventOfBytes,
  numberedEvents,
  streamOf,
  testEvent,
  uniquePrefix,
} from './test-events.ts';

const newStream = (): string => `${uniquePrefix()}stream`;

/** What every store promises about `append`. */
export function describeAppend(getStore: () => EventStore): void {
  const append = (stream: string, events: NewEvent[], expected: Expected = 'noStream') =>
    getStore().append(stream, events, { expected });

  describe('expected revision', () => {
    test('a first append to a stream gives revision 0, and each event counts one', async () => {
      const stream = newStream();
      expect((await append(stream, numberedEvents(1), 'noStream')).revision).toBe(0n);
      expect((await append(stream, numberedEvents(3), 0n)).revision).toBe(3n);
      const events = await streamOf(getStore(), stream);
      expect(events.map(({ revision }) => revision)).toEqual([0n, 1n, 2n, 3n]);
      expect(dataOf(events)).toEqual([{ n: 0 }, { n: 0 }, { n: 1 }, { n: 2 }]);
    });

    test.each([[0n], [5n], [-1n]])('a missing stream refuses one that expects %s', async (expected) => {
      const stream = newStream();
      const refusal = await append(stream, numberedEvents(1), expected).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(WrongExpectedRevision);
      expect(refusal).toMatchObject({ stream, expected, actual: 'noStream' });
      expect(await streamOf(getStore(), stream)).toEqual([]);
    });

    test.each<[Expected]>([['noStream'], [0n], [2n], [99n], [-1n]])(
      'a stream at 1 refuses one that expects %s',
      async (expected) => {
        const stream = newStream();
        await append(stream, numberedEvents(2), 'noStream');
        const refusal = await append(stream, numberedEvents(1), expected).catch((error: unknown) => error);
        expect(refusal).toBeInstanceOf(WrongExpectedRevision);
        expect(refusal).toMatchObject({ stream, expected, actual: 1n });
        expect(await streamOf(getStore(), stream)).toHaveLength(2);
      },
    );
  });

  describe('ids that the caller vouches for as new', () => {
    const vouched = (stream: string, events: NewEvent[], expected: Expected) =>
      getStore().append(stream, events, { expected, idsAreNew: true });

    test('are appended, and the same append again is that one, whatever came after it', async () => {
      const stream = newStream();
      await append(stream, numberedEvents(3));
      const events = numberedEvents(2);
      const answer = await vouched(stream, events, 2n);
      expect(answer.revision).toBe(4n);
      await append(stream, numberedEvents(2), 4n);
      expect(await vouched(stream, events, 2n)).toEqual(answer);
      expect(await streamOf(getStore(), stream)).toHaveLength(7);
    });

    test('are refused where the stream is elsewhere', async () => {
      const stream = newStream();
      await append(stream, numberedEvents(3));
      await expect(vouched(stream, numberedEvents(1), 1n)).rejects.toBeInstanceOf(WrongExpectedRevision);
      await expect(vouched(stream, numberedEvents(1), 7n)).rejects.toBeInstanceOf(WrongExpectedRevision);
      expect(await streamOf(getStore(), stream)).toHaveLength(3);
    });
  });

  describe('appends in order', () => {
    const inOrder = (...appends: [string, NewEvent[], Expected][]) =>
      getStore().appendInOrder(
        appends.map(([stream, events, expected]) => ({ stream, events, options: { expected } })),
      );

    test('are all made, each with its own answer, as single ones are', async () => {
      const [one, other] = [newStream(), newStream()];
      const appends: [string, NewEvent[], Expected][] = [
        [one, numberedEvents(2), 'noStream'],
        [other, numberedEvents(1), 'noStream'],
        [one, numberedEvents(1), 1n],
      ];
      const answers = await inOrder(...appends);
      expect(answers.map(({ revision }) => revision)).toEqual([1n, 0n, 2n]);
      expect(getStore().comparePositions(answers[0]!.position, answers[1]!.position)).toBeLessThan(0);
      expect(await inOrder(...appends)).toEqual(answers);
      expect([await streamOf(getStore(), one), await streamOf(getStore(), other)].map(dataOf)).toEqual([
        [{ n: 0 }, { n: 1 }, { n: 0 }],
        [{ n: 0 }],
      ]);
    });

    test('end at the first that is refused: nothing that comes after it is made', async () => {
      const [first, taken, last] = [newStream(), newStream(), newStream()];
      await append(taken, numberedEvents(2));
      const refused = inOrder(
        [first, numberedEvents(1), 'noStream'],
        [taken, numberedEvents(1), 'noStream'],
        [last, numberedEvents(1), 'noStream'],
      );
      await expect(refused).rejects.toMatchObject({ stream: taken, expected: 'noStream', actual: 1n });
      await expect(refused).rejects.toBeInstanceOf(WrongExpectedRevision);
      expect(await streamOf(getStore(), taken)).toHaveLength(2);
      expect(await streamOf(getStore(), last)).toEqual([]);
    });

    test('go on from what was made of them before', async () => {
      const [first, last] = [newStream(), newStream()];
      const [before, after] = [numberedEvents(1), numberedEvents(1)];
      const made = await append(first, before);
      await append(first, numberedEvents(1), 0n);
      const answers = await inOrder([first, before, 'noStream'], [last, after, 'noStream']);
      expect(answers[0]).toEqual(made);
      expect(await streamOf(getStore(), last)).toHaveLength(1);
    });

    test('race for one stream: who loses it makes nothing after it', async () => {
      const shared = newStream();
      const owns = Array.from({ length: 12 }, newStream);
      const outcomes = await Promise.allSettled(
        owns.map((own) =>
          inOrder([shared, numberedEvents(1), 'noStream'], [own, numberedEvents(1), 'noStream']),
        ),
      );
      const won = outcomes.map(({ status }) => status === 'fulfilled');
      expect(won.filter(Boolean)).toHaveLength(1);
      const lengths = await Promise.all(owns.map(async (own) => (await streamOf(getStore(), own)).length));
      expect(lengths).toEqual(won.map((isWinner) => (isWinner ? 1 : 0)));
    });
  });

  describe('races', () => {
    test.each<[Expected]>([['noStream'], [0n]])(
      'of 16 appends at once that expect %s one succeeds',
      async (expected) => {
        const stream = newStream();
        if (expected === 0n) await append(stream, numberedEvents(1), 'noStream');
        const outcomes = await Promise.allSettled(
          Array.from({ length: 16 }, () => append(stream, numberedEvents(2), expected)),
        );
        const refusals = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
        expect(refusals).toHaveLength(15);
        for (const { reason } of refusals) expect(reason).toBeInstanceOf(WrongExpectedRevision);
        expect(await streamOf(getStore(), stream)).toHaveLength(expected === 0n ? 3 : 2);
      },
    );

    test('of 16 writers at once, each again after a refusal, all succeed, each in one piece', async () => {
      const stream = newStream();
      const batches = Array.from({ length: 16 }, () => numberedEvents(3));
      const answers = await Promise.all(batches.map((batch) => appendToEnd(getStore(), stream, batch)));
      const events = await streamOf(getStore(), stream);
      expect(events.map(({ revision }) => revision)).toEqual(Array.from({ length: 48 }, (_, n) => BigInt(n)));
      batches.forEach((batch, index) => {
        const last = Number(answers[index]?.revision);
        expect(events.slice(last - 2, last + 1).map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
      });
    });

    test('the same append eight times at once is one append', async () => {
      const stream = newStream();
      const events = numberedEvents(2);
      const answers = await Promise.all(Array.from({ length: 8 }, () => append(stream, events, 'noStream')));
      expect(new Set(answers.map(({ revision, position }) => `${revision} ${position}`)).size).toBe(1);
      expect(await streamOf(getStore(), stream)).toHaveLength(2);
    });
  });

  describe('the same event ids again', () => {
    const retries: [string, Expected, Expected][] = [
      ['the same expectation', 'noStream', 'noStream'],
      ['the same revision', 0n, 0n],
      ['no stream, when first it was a revision', 0n, 'noStream'],
      ['the revision that it made itself', 0n, 2n],
      ['the revision the stream has now', 0n, 3n],
      ['a revision the stream never had', 0n, 77n],
    ];
    test.each(retries)(
      'are the same append, also after others, expecting %s',
      async (_name, first, again) => {
        const stream = newStream();
        if (first !== 'noStream') await append(stream, numberedEvents(1), 'noStream');
        const events = numberedEvents(2);
        const answer = await append(stream, events, first);
        await append(stream, numberedEvents(1), answer.revision);
        const before = await streamOf(getStore(), stream);

        expect(await append(stream, events, again)).toEqual(answer);
        expect(await streamOf(getStore(), stream)).toEqual(before);
      },
    );

    test('are refused when only some are known, or their order differs', async () => {
      const stream = newStream();
      const [a, b, c] = numberedEvents(3) as [NewEvent, NewEvent, NewEvent];
      const answer = await append(stream, [a, b], 'noStream');
      for (const batch of [
        [b, a],
        [a, c],
        [c, a],
        [a, b, c],
        [c, a, b],
      ]) {
        for (const expected of ['noStream', 0n, answer.revision] as const) {
          await expect(append(stream, batch, expected)).rejects.toBeInstanceOf(EventIdConflict);
        }
      }
      expect(await streamOf(getStore(), stream)).toHaveLength(2);
    });
  });

  describe('content', () => {
    test('comes back as it was written', async () => {
      const stream = newStream();
      const data = {
        text: 'Conceição de São João, Ωμέγα, 漢字, עברית, 👩🏽‍⚖️, e\u0301',
        controls: '\u0000\u0001\u001f\u007f\u2028\r\n\t"\\',
        loneSurrogate: '\ud83d',
        numbers: [0, -1.5, 1e21, Number.MAX_SAFE_INTEGER, 5e-324],
        nested: { empty: {}, none: null, list: [[], [true, false]] },
        'clé avec espaces': '',
      };
      const metadata = {
        ...testEvent().metadata,
        causationId: randomUUID(),
        tenant: 'ação',
        extra: { deep: [1] },
      };
      const event = testEvent({ type: 'Tipo/ação_1', data, metadata });
      const { position } = await append(stream, [event]);
      const [recorded] = await streamOf(getStore(), stream);
      expect(recorded).toEqual({
        ...event,
        stream,
        revision: 0n,
        position,
        recordedAt: expect.any(String) as string,
      });
      expect(Math.abs(Date.parse(recorded?.recordedAt ?? '') - Date.now())).toBeLessThan(60_000);
    });

    test('members that are undefined are left out', async () => {
      const stream = newStream();
      await append(stream, [testEvent({ data: { kept: 1, gone: undefined } })]);
      expect(Object.keys((await streamOf(getStore(), stream))[0]?.data ?? {})).toEqual(['kept']);
    });

    test('an event of 900 KB and a batch of 2000 events are taken', async () => {
      const stream = newStream();
      const big = testEvent({ data: { text: 'ã'.repeat(450_000) } });
      await append(stream, [big]);
      await append(stream, numberedEvents(2000, { metadata: { ...big.metadata, correlationId: 'c' } }), 0n);
      const events = await streamOf(getStore(), stream);
      expect(events).toHaveLength(2001);
      expect(events[0]?.data).toEqual(big.data);
      expect(events.slice(1).map(({ data }) => data['n'])).toEqual(Array.from({ length: 2000 }, (_, n) => n));
    });

    const valid = testEvent();
    const invalid: [string, string, NewEvent[]][] = [
      ['no events', 'stream', []],
      ['one id twice', 'stream', [valid, valid]],
      ['an id that is no UUID', 'stream', [testEvent({ id: 'abc' })]],
      ['an upper-case id', 'stream', [testEvent({ id: 'AAAAAAAA-0000-4000-8000-000000000000' })]],
      ['an empty stream name', '', [valid]],
      ["a system stream's name", '$settings', [valid]],
      ['NUL in the stream name', 'a\u0000b', [valid]],
      ['a stream name of 501 characters', 'x'.repeat(501), [valid]],
      ['a lone surrogate in the stream name', 'a\ud83d', [valid]],
      ['a lone surrogate in the type', 'stream', [testEvent({ type: 'a\udc4d' })]],
      ['an empty type', 'stream', [testEvent({ type: '' })]],
      ["a system event's type", 'stream', [testEvent({ type: '$metadata' })]],
      [
        'more than the size of an append',
        'stream',
        [testEvent({ data: { text: 'x'.repeat(maxAppendBytes) } })],
      ],
    ];
    test.each(invalid)('an append with %s is refused', async (_name, name, events) => {
      const stream = name === 'stream' ? newStream() : name;
      await expect(append(stream, events)).rejects.toBeInstanceOf(InvalidAppend);
    });

    test('a stream is not found by a name that would become its own', async () => {
      const stream = `${newStream()}\ufffd`;
      await append(stream, [testEvent()]);
      expect(await streamOf(getStore(), stream.replace('\ufffd', '\ud83d'))).toEqual([]);
    });

    test('an append may be of the largest size to the byte, and no byte larger', async () => {
      const stream = newStream();
      await append(stream, [eventOfBytes(maxAppendBytes)]);
      expect(await streamOf(getStore(), stream)).toHaveLength(1);
      await expect(append(newStream(), [eventOfBytes(maxAppendBytes + 1)])).rejects.toBeInstanceOf(
        InvalidAppend,
      );
    });

    test('what is too large is refused with both sizes', async () => {
      const events = [testEvent({ data: { text: 'x'.repeat(maxAppendBytes) } })];
      await expect(append(newStream(), events)).rejects.toThrow(/at most 1000000 bytes, not 1000\d{3}/);
    });
  });
}
