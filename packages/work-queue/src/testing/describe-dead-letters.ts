import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { UnknownDeadLetter, Unprocessable } from '../port.ts';
import type { DeadLetter, WorkQueue } from '../port.ts';
import { options, quietMs, recorder } from './recorder.ts';
import type { WorkQueueUnderTest } from './recorder.ts';

/** The dead letters of `seal`, once there are so many. */
async function lettersOf(queue: WorkQueue, count: number): Promise<DeadLetter[]> {
  await expect.poll(async () => (await queue.deadLetters('seal')).length, { timeout: 10_000 }).toBe(count);
  return queue.deadLetters('seal');
}

/** The part of the contract about jobs that cannot be done. */
export function describeDeadLetters(under: () => WorkQueueUnderTest): void {
  describe('dead letters', () => {
    test('keeps a job that failed as often as allowed, with its last error', async () => {
      const { queue } = under();
      const seen = recorder((job) => {
        throw new Error(`failure ${job.attempt}`, { cause: new TypeError('bad\u0000 font') });
      });
      await queue.consume('seal', seen.handler, options);
      await queue.publish('seal', { document: 'x' }, { dedupeKey: 'a' });
      const [letter] = await lettersOf(queue, 1);
      expect(letter).toMatchObject({
        payload: { document: 'x' },
        dedupeKey: 'a',
        attempts: 3,
        lastError: 'Error: failure 3; caused by TypeError: bad font',
      });
      expect(Math.abs(Date.now() - (letter?.diedAt.getTime() ?? 0))).toBeLessThan(10_000);
      expect(seen.jobs).toHaveLength(3);
      expect(await queue.deadLetters('mail')).toEqual([]);
    });

    test('buries at once what can never succeed', async () => {
      const { queue } = under();
      const seen = recorder(() => {
        throw new Unprocessable('no such document');
      });
      await queue.consume('seal', seen.handler, options);
      await queue.publish('seal', 1, { dedupeKey: 'a' });
      const [letter] = await lettersOf(queue, 1);
      expect(letter).toMatchObject({ attempts: 1, lastError: 'Unprocessable: no such document' });
      expect(seen.jobs).toHaveLength(1);
    });

    test('frees the key of the dead, and keeps each death', async () => {
      const { queue } = under();
      const seen = recorder(() => {
        throw new Unprocessable('no');
      });
      await queue.consume('seal', seen.handler, options);
      await queue.publish('seal', 1, { dedupeKey: 'a' });
      await lettersOf(queue, 1);
      expect(await queue.publish('seal', 2, { dedupeKey: 'a' })).toEqual({ duplicate: false });
      const letters = await lettersOf(queue, 2);
      expect(letters.map((letter) => letter.payload)).toEqual([1, 2]);
      expect(new Set(letters.map((letter) => letter.id)).size).toBe(2);
    });

    test('replays one as new, with all its attempts', async () => {
      const { queue } = under();
      let broken = true;
      const seen = recorder(() => {
        if (broken) throw new Error('no');
      });
      await queue.consume('seal', seen.handler, { ...options, maxDeliveries: 2 });
      await queue.publish('seal', { document: 'x' }, { dedupeKey: 'a' });
      const [letter] = await lettersOf(queue, 1);
      broken = false;
      await queue.replayDeadLetter('seal', letter?.id as string);
      await expect.poll(() => seen.jobs.length).toBe(3);
      expect(seen.jobs[2]).toMatchObject({ payload: { document: 'x' }, dedupeKey: 'a', attempt: 1 });
      expect(await queue.deadLetters('seal')).toEqual([]);
    });

    test('lets a waiting job of the same key stand for the one replayed', async () => {
      const { queue } = under();
      const consumer = await queue.consume(
        'seal',
        async () => {
          throw new Unprocessable('no');
        },
        options,
      );
      await queue.publish('seal', 'dead', { dedupeKey: 'a' });
      const [letter] = await lettersOf(queue, 1);
      await consumer.stop();
      await queue.publish('seal', 'waiting', { dedupeKey: 'a' });
      await queue.replayDeadLetter('seal', letter?.id as string);
      expect(await queue.deadLetters('seal')).toEqual([]);
      const seen = recorder();
      await queue.consume('seal', seen.handler, options);
      expect(await seen.take()).toMatchObject({ payload: 'waiting' });
      await sleep(quietMs);
      expect(seen.jobs).toHaveLength(1);
    });

    test('counts them by queue, the fullest first', async () => {
      const { queue } = under();
      expect(await queue.deadLetterCounts()).toEqual([]);
      const mended = new Set<string>();
      const dying = async ({ queue: of }: { queue: string }) => {
        if (!mended.has(of)) throw new Unprocessable('no');
      };
      for (const name of ['mail', 'seal']) await queue.consume(name, dying, options);
      await queue.publish('mail', 1, { dedupeKey: 'a' });
      for (const key of ['a', 'b']) await queue.publish('seal', 1, { dedupeKey: key });
      const counts = async () => (await queue.deadLetterCounts()).map(({ queue: of, count }) => [of, count]);
      await expect.poll(counts, { timeout: 10_000 }).toEqual([
        ['seal', 2],
        ['mail', 1],
      ]);
      const [seals] = await queue.deadLetterCounts();
      expect(seals?.newestAt).toBeInstanceOf(Date);
      expect(Math.abs(Date.now() - (seals?.newestAt.getTime() ?? 0))).toBeLessThan(10_000);
      const [letter] = await queue.deadLetters('mail');
      mended.add('mail');
      await queue.replayDeadLetter('mail', letter?.id ?? '');
      await expect.poll(counts, { timeout: 10_000 }).toEqual([['seal', 2]]);
    });

    test('knows no other letter', async () => {
      const { queue } = under();
      await queue.consume(
        'seal',
        async () => {
          throw new Unprocessable('no');
        },
        options,
      );
      await queue.publish('seal', 1, { dedupeKey: 'a' });
      const [letter] = await lettersOf(queue, 1);
      for (const [name_, id] of [
        ['mail', letter?.id as string],
        ['seal', '999999'],
        ['seal', 'a.b c>'],
        ['seal', ''],
      ] as const) {
        await expect(queue.replayDeadLetter(name_, id)).rejects.toBeInstanceOf(UnknownDeadLetter);
      }
      expect(await queue.deadLetters('seal')).toHaveLength(1);
    });
  });
}
