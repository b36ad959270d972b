import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { QueueClosed, RetryLater } from '../port.ts';
import { numbered, options, quietMs, recorder } from './recorder.ts';
import type { WorkQueueUnderTest } from './recorder.ts';

/** The part of the contract about how jobs are given to handlers. */
export function describeDelivering(under: () => WorkQueueUnderTest): void {
  describe('delivering', () => {
    test('runs as many handlers at once as asked, and no more', async () => {
      const { queue } = under();
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
      const { queue } = under();
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
      const { harness, queue } = under();
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
      const { harness, queue } = under();
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
      const { queue } = under();
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
      const { queue } = under();
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
      const { queue } = under();
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
      const { queue } = under();
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
      const { queue } = under();
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
      const { queue } = under();
      await expect(queue.consume('seal', async () => {}, bad)).rejects.toThrow(RangeError);
    });
  });
}
