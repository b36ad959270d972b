import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { MAX_PAYLOAD_BYTES, QueueClosed, RetryLater, UnknownDeadLetter, Unprocessable } from '../port.ts';
import type { ConsumeOptions, Job, Json, WorkQueue } from '../port.ts';
import { describeWorkQueueFaults } from './describe-work-queue-faults.ts';
import type { WorkQueueHarness } from './harness.ts';

/** Small enough for tests, large enough for a busy machine. */
export const options: ConsumeOptions = {
  concurrency: 4,
  visibilityMs: 2000,
  maxDeliveries: 3,
  backoffMs: () => 20,
};

/** A handler that keeps what it was given; `take` resolves with the next job not taken yet. */
export function recorder(act: (job: Job) => unknown = () => {}) {
  const jobs: Job[] = [];
  let taken = 0;
  return {
    jobs,
    handler: async (job: Job): Promise<void> => {
      jobs.push(job);
      await act(job);
    },
    take: async (): Promise<Job> => {
      await expect.poll(() => jobs.length, { timeout: 10_000, interval: 5 }).toBeGreaterThan(taken);
      taken += 1;
      return jobs[taken - 1] as Job;
    },
  };
}

/** Long enough for what must not happen to have happened. */
export const quietMs = 300;

/** What every work queue promises (see the port); an adapter's test gives its name and how to make one. */
export function describeWorkQueue(name: string, make: () => Promise<WorkQueueHarness>): void {
  describe(`${name} work queue`, () => {
    let harness: WorkQueueHarness;
    let queue: WorkQueue;

    beforeEach(async () => {
      harness = await make();
      queue = await harness.open();
    });
    afterEach(async () => {
      await queue.close();
      await harness.dispose();
    });

    describe('publishing', () => {
      test('delivers what was published before and after the consumer came, as it was', async () => {
        const payload: Json = { text: 'ação 🖋 "\\ \u0000', list: [1, null, { deep: true }], number: -0.5e-7 };
        await queue.publish('seal', payload, { dedupeKey: 'before' });
        const seen = recorder();
        await queue.consume('seal', seen.handler, options);
        expect(await seen.take()).toMatchObject({ queue: 'seal', dedupeKey: 'before', payload, attempt: 1 });
        await queue.publish('seal', 'plain', { dedupeKey: 'after' });
        expect(await seen.take()).toMatchObject({ dedupeKey: 'after', payload: 'plain', attempt: 1 });
      });

      test('takes the same key for the same job while it waits, and while it is in flight', async () => {
        expect(await queue.publish('seal', 1, { dedupeKey: 'a' })).toEqual({ duplicate: false });
        expect(await queue.publish('seal', 2, { dedupeKey: 'a' })).toEqual({ duplicate: true });
        const finish = Promise.withResolvers<void>();
        const seen = recorder(() => finish.promise);
        await queue.consume('seal', seen.handler, options);
        expect(await seen.take()).toMatchObject({ payload: 1 });
        expect(await queue.publish('seal', 3, { dedupeKey: 'a' })).toEqual({ duplicate: true });
        finish.resolve();
        await sleep(quietMs);
        expect(seen.jobs).toHaveLength(1);
      });

      test('frees a key as soon as its job is acknowledged, again and again', async () => {
        const seen = recorder();
        await queue.consume('seal', seen.handler, options);
        for (let round = 1; round <= 5; round += 1) {
          await expect
            .poll(() => queue.publish('seal', round, { dedupeKey: 'a' }), { interval: 5 })
            .toEqual({ duplicate: false });
          expect(await seen.take()).toMatchObject({ payload: round, attempt: 1 });
        }
      });

      test('keeps the keys of different queues apart', async () => {
        await queue.publish('seal', 1, { dedupeKey: 'a' });
        expect(await queue.publish('mail', 2, { dedupeKey: 'a' })).toEqual({ duplicate: false });
        const seen = recorder();
        await queue.consume('mail', seen.handler, options);
        expect(await seen.take()).toMatchObject({ queue: 'mail', payload: 2 });
        await sleep(quietMs);
        expect(seen.jobs).toHaveLength(1);
      });

      test('publishes many at once, each under its key and delay', async () => {
        await queue.publish('seal', 'old', { dedupeKey: '7' });
        const jobs = Array.from({ length: 500 }, (_, index) => ({
          payload: index,
          dedupeKey: String(index % 400),
        }));
        await queue.publishMany('seal', [...jobs, { payload: 'late', dedupeKey: 'late', delayMs: 60_000 }]);
        await queue.publishMany('seal', []);
        const seen = recorder();
        await queue.consume('seal', seen.handler, { ...options, concurrency: 50 });
        await expect.poll(() => seen.jobs.length, { timeout: 10_000 }).toBe(400);
        const byKey = new Map(seen.jobs.map((job) => [job.dedupeKey, job.payload]));
        expect(byKey.get('7')).toBe('old');
        expect(byKey.get('8')).toBe(8);
        await sleep(quietMs);
        expect(seen.jobs).toHaveLength(400);
      });

      test('does not deliver before the delay, and soon after it', async () => {
        const seen = recorder();
        await queue.consume('seal', seen.handler, options);
        const published = performance.now();
        await queue.publish('seal', 1, { dedupeKey: 'a', delayMs: 400 });
        expect(await queue.publish('seal', 2, { dedupeKey: 'a' })).toEqual({ duplicate: true });
        expect(await seen.take()).toMatchObject({ payload: 1, attempt: 1 });
        const waitedMs = performance.now() - published;
        // A clock may tick between: 5 ms of grace below, a busy machine above.
        expect(waitedMs).toBeGreaterThan(395);
        expect(waitedMs).toBeLessThan(1500);
      });

      test.each(['', 'Seal', 'seal.all', 'seal *', '>', 'é', 'x'.repeat(64)])(
        'refuses the queue %j',
        async (bad) => {
          await expect(queue.publish(bad, 1, { dedupeKey: 'a' })).rejects.toThrow(RangeError);
          await expect(queue.consume(bad, async () => {}, options)).rejects.toThrow(RangeError);
        },
      );

      test.each(['', 'x'.repeat(513), 'a\u0000b', 'a\nb', '\uD800'])(
        'refuses the key %j',
        async (dedupeKey) => {
          await expect(queue.publish('seal', 1, { dedupeKey })).rejects.toThrow(RangeError);
          await expect(queue.publishMany('seal', [{ payload: 1, dedupeKey }])).rejects.toThrow(RangeError);
        },
      );

      test('takes any other key, and payloads up to the limit', async () => {
        const keys = ['a.b.*.>', 'a b', 'ação', '🖋', 'x'.repeat(512), '../..', "'; drop table job; --"];
        const payload = 'x'.repeat(MAX_PAYLOAD_BYTES - 2);
        for (const dedupeKey of keys) await queue.publish('seal', payload, { dedupeKey });
        const seen = recorder();
        await queue.consume('seal', seen.handler, options);
        await expect.poll(() => new Set(seen.jobs.map((job) => job.dedupeKey))).toEqual(new Set(keys));
        await expect(queue.publish('seal', `${payload}x`, { dedupeKey: 'long' })).rejects.toThrow(RangeError);
        await expect(queue.publish('seal', 1, { dedupeKey: 'past', delayMs: -1 })).rejects.toThrow(
          RangeError,
        );
      });
    });

    describe('delivering', () => {
      test('runs as many handlers at once as asked, and no more', async () => {
        let running = 0;
        let most = 0;
        const seen = recorder(async () => {
          running += 1;
          most = Math.max(most, running);
          await sleep(20);
          running -= 1;
        });
        await queue.publishMany('seal', numbered(40));
        await queue.consume('seal', seen.handler, { ...options, concurrency: 3 });
        await expect.poll(() => seen.jobs.length, { timeout: 10_000 }).toBe(40);
        expect(most).toBe(3);
      });

      test('goes on with others while one handler takes its time', async () => {
        const finish = Promise.withResolvers<void>();
        const seen = recorder((job) => (job.payload === 0 ? finish.promise : undefined));
        await queue.publish('seal', 0, { dedupeKey: 'slow' });
        await queue.consume('seal', seen.handler, { ...options, concurrency: 2 });
        await seen.take();
        await queue.publishMany('seal', numbered(20));
        await expect.poll(() => seen.jobs.length, { timeout: 10_000 }).toBe(21);
        finish.resolve();
      });

      test('never gives a job to two consumers at once', async () => {
        const other = await harness.open();
        const held = new Set<string>();
        const doubled: string[] = [];
        const seen = recorder(async (job) => {
          if (held.has(job.dedupeKey)) doubled.push(job.dedupeKey);
          held.add(job.dedupeKey);
          await sleep(2);
        });
        await queue.consume('seal', seen.handler, options);
        await queue.consume('seal', seen.handler, options);
        await other.consume('seal', seen.handler, options);
        await queue.publishMany('seal', numbered(300));
        await expect.poll(() => held.size, { timeout: 10_000 }).toBe(300);
        await sleep(quietMs);
        expect(doubled).toEqual([]);
        await other.close();
      });

      test('keeps a job for a handler that takes longer than the visibility time', async () => {
        const other = await harness.open();
        const slow = { ...options, visibilityMs: 300 };
        const seen = recorder(() => sleep(1200));
        await queue.publish('seal', 1, { dedupeKey: 'a' });
        await queue.consume('seal', seen.handler, slow);
        const first = await seen.take();
        await other.consume('seal', seen.handler, slow);
        await sleep(1500);
        expect(seen.jobs).toHaveLength(1);
        expect(first.signal.aborted).toBe(false);
        expect(await queue.publish('seal', 2, { dedupeKey: 'a' })).toEqual({ duplicate: false });
        await other.close();
      });

      test('tries a failed job again after its backoff, counting', async () => {
        const failedAt: number[] = [];
        const seen = recorder((job) => {
          failedAt.push(performance.now());
          if (job.attempt < 3) throw new Error('no answer');
        });
        await queue.consume('seal', seen.handler, { ...options, backoffMs: (attempt) => attempt * 200 });
        await queue.publish('seal', 1, { dedupeKey: 'a' });
        expect([await seen.take(), await seen.take(), await seen.take()].map((job) => job.attempt)).toEqual([
          1, 2, 3,
        ]);
        const [first, second, third] = failedAt as [number, number, number];
        expect(second - first).toBeGreaterThan(190);
        expect(third - second).toBeGreaterThan(390);
        await sleep(quietMs);
        expect(seen.jobs).toHaveLength(3);
        expect(await queue.deadLetters('seal')).toEqual([]);
      });

      test('does not count what was put off', async () => {
        let puttingOff = 4;
        const seen = recorder((job) => {
          if (puttingOff > 0) {
            puttingOff -= 1;
            throw new RetryLater(30, 'the time-stamp authority is down');
          }
          if (job.attempt === 1) throw new Error('no answer');
        });
        await queue.consume('seal', seen.handler, { ...options, maxDeliveries: 2 });
        await queue.publish('seal', { document: 'x' }, { dedupeKey: 'a' });
        await expect.poll(() => seen.jobs.map((job) => job.attempt)).toEqual([1, 1, 1, 1, 1, 2]);
        expect(seen.jobs.at(-1)).toMatchObject({ payload: { document: 'x' }, dedupeKey: 'a' });
        await sleep(quietMs);
        expect(seen.jobs).toHaveLength(6);
        expect(await queue.deadLetters('seal')).toEqual([]);
      });

      test('puts off for as long as asked, keeping the key taken', async () => {
        let first = true;
        const seenAt: number[] = [];
        const seen = recorder(() => {
          seenAt.push(performance.now());
          if (!first) return;
          first = false;
          throw new RetryLater(500, 'not yet');
        });
        await queue.consume('seal', seen.handler, options);
        await queue.publish('seal', 1, { dedupeKey: 'a' });
        await seen.take();
        await sleep(100);
        expect(await queue.publish('seal', 2, { dedupeKey: 'a' })).toEqual({ duplicate: true });
        expect(await seen.take()).toMatchObject({ payload: 1, attempt: 1 });
        expect((seenAt[1] as number) - (seenAt[0] as number)).toBeGreaterThan(490);
      });

      test('finishes what is in flight, and takes nothing more, when it stops', async () => {
        const finish = Promise.withResolvers<void>();
        const seen = recorder(() => finish.promise);
        const consumer = await queue.consume('seal', seen.handler, { ...options, concurrency: 2 });
        await queue.publishMany('seal', numbered(5));
        await seen.take();
        await seen.take();
        let stopped = false;
        const stopping = consumer.stop().then(() => (stopped = true));
        await sleep(quietMs);
        expect(stopped).toBe(false);
        finish.resolve();
        await stopping;
        expect(seen.jobs).toHaveLength(2);

        const rest = recorder();
        await queue.consume('seal', rest.handler, options);
        await expect.poll(() => rest.jobs.length, { timeout: 10_000 }).toBe(3);
        await consumer.stop();
      });

      test('refuses everything once closed', async () => {
        await queue.close();
        await queue.close();
        await expect(queue.publish('seal', 1, { dedupeKey: 'a' })).rejects.toBeInstanceOf(QueueClosed);
        await expect(queue.publishMany('seal', numbered(1))).rejects.toBeInstanceOf(QueueClosed);
        await expect(queue.consume('seal', async () => {}, options)).rejects.toBeInstanceOf(QueueClosed);
        await expect(queue.deadLetters('seal')).rejects.toBeInstanceOf(QueueClosed);
        await expect(queue.replayDeadLetter('seal', '1')).rejects.toBeInstanceOf(QueueClosed);
      });

      test.each([
        { ...options, concurrency: 0 },
        { ...options, visibilityMs: 0 },
        { ...options, maxDeliveries: Number.NaN },
      ])('refuses to consume with %j', async (bad) => {
        await expect(queue.consume('seal', async () => {}, bad)).rejects.toThrow(RangeError);
      });
    });

    describe('dead letters', () => {
      test('keeps a job that failed as often as allowed, with its last error', async () => {
        const seen = recorder((job) => {
          throw new Error(`failure ${job.attempt}`, { cause: new TypeError('bad\u0000 font') });
        });
        await queue.consume('seal', seen.handler, options);
        await queue.publish('seal', { document: 'x' }, { dedupeKey: 'a' });
        const [letter] = await lettersOf('seal', 1);
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
        const seen = recorder(() => {
          throw new Unprocessable('no such document');
        });
        await queue.consume('seal', seen.handler, options);
        await queue.publish('seal', 1, { dedupeKey: 'a' });
        const [letter] = await lettersOf('seal', 1);
        expect(letter).toMatchObject({ attempts: 1, lastError: 'Unprocessable: no such document' });
        expect(seen.jobs).toHaveLength(1);
      });

      test('frees the key of the dead, and keeps each death', async () => {
        const seen = recorder(() => {
          throw new Unprocessable('no');
        });
        await queue.consume('seal', seen.handler, options);
        await queue.publish('seal', 1, { dedupeKey: 'a' });
        await lettersOf('seal', 1);
        expect(await queue.publish('seal', 2, { dedupeKey: 'a' })).toEqual({ duplicate: false });
        const letters = await lettersOf('seal', 2);
        expect(letters.map((letter) => letter.payload)).toEqual([1, 2]);
        expect(new Set(letters.map((letter) => letter.id)).size).toBe(2);
      });

      test('replays one as new, with all its attempts', async () => {
        let broken = true;
        const seen = recorder(() => {
          if (broken) throw new Error('no');
        });
        await queue.consume('seal', seen.handler, { ...options, maxDeliveries: 2 });
        await queue.publish('seal', { document: 'x' }, { dedupeKey: 'a' });
        const [letter] = await lettersOf('seal', 1);
        broken = false;
        await queue.replayDeadLetter('seal', letter?.id as string);
        await expect.poll(() => seen.jobs.length).toBe(3);
        expect(seen.jobs[2]).toMatchObject({ payload: { document: 'x' }, dedupeKey: 'a', attempt: 1 });
        expect(await queue.deadLetters('seal')).toEqual([]);
      });

      test('lets a waiting job of the same key stand for the one replayed', async () => {
        const consumer = await queue.consume(
          'seal',
          async () => {
            throw new Unprocessable('no');
          },
          options,
        );
        await queue.publish('seal', 'dead', { dedupeKey: 'a' });
        const [letter] = await lettersOf('seal', 1);
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

      test('knows no other letter', async () => {
        await queue.consume(
          'seal',
          async () => {
            throw new Unprocessable('no');
          },
          options,
        );
        await queue.publish('seal', 1, { dedupeKey: 'a' });
        const [letter] = await lettersOf('seal', 1);
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

      const lettersOf = async (name_: string, count: number) => {
        await expect
          .poll(async () => (await queue.deadLetters(name_)).length, { timeout: 10_000 })
          .toBe(count);
        return queue.deadLetters(name_);
      };
    });

    describeWorkQueueFaults(() => ({ harness, queue }));
  });
}

export function numbered(count: number): { payload: number; dedupeKey: string }[] {
  return Array.from({ length: count }, (_, index) => ({ payload: index + 1, dedupeKey: `job-${index + 1}` }));
}
