import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { MAX_PAYLOAD_BYTES } from '../port.ts';
import type { Json } from '../port.ts';
import { options, quietMs, recorder } from './recorder.ts';
import type { WorkQueueUnderTest } from './recorder.ts';

/** The part of the contract about what is published. */
export function describePublishing(under: () => WorkQueueUnderTest): void {
  describe('publishing', () => {
    test('delivers what was published before and after the consumer came, as it was', async () => {
      const { queue } = under();
      const payload: Json = { text: 'ação 🖋 "\\ \u0000', list: [1, null, { deep: true }], number: -0.5e-7 };
      await queue.publish('seal', payload, { dedupeKey: 'before' });
      const seen = recorder();
      await queue.consume('seal', seen.handler, options);
      expect(await seen.take()).toMatchObject({ queue: 'seal', dedupeKey: 'before', payload, attempt: 1 });
      await queue.publish('seal', 'plain', { dedupeKey: 'after' });
      expect(await seen.take()).toMatchObject({ dedupeKey: 'after', payload: 'plain', attempt: 1 });
    });

    test('takes the same key for the same job while it waits, and while it is in flight', async () => {
      const { queue } = under();
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
      const { queue } = under();
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
      const { queue } = under();
      await queue.publish('seal', 1, { dedupeKey: 'a' });
      expect(await queue.publish('mail', 2, { dedupeKey: 'a' })).toEqual({ duplicate: false });
      const seen = recorder();
      await queue.consume('mail', seen.handler, options);
      expect(await seen.take()).toMatchObject({ queue: 'mail', payload: 2 });
      await sleep(quietMs);
      expect(seen.jobs).toHaveLength(1);
    });

    test('publishes many at once, each under its key and delay', async () => {
      const { queue } = under();
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
      const { queue } = under();
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
        const { queue } = under();
        await expect(queue.publish(bad, 1, { dedupeKey: 'a' })).rejects.toThrow(RangeError);
        await expect(queue.consume(bad, async () => {}, options)).rejects.toThrow(RangeError);
      },
    );

    test.each(['', 'x'.repeat(513), 'a\u0000b', 'a\nb', '\uD800'])(
      'refuses the key %j',
      async (dedupeKey) => {
        const { queue } = under();
        await expect(queue.publish('seal', 1, { dedupeKey })).rejects.toThrow(RangeError);
        await expect(queue.publishMany('seal', [{ payload: 1, dedupeKey }])).rejects.toThrow(RangeError);
      },
    );

    test('takes any other key, and payloads up to the limit', async () => {
      const { queue } = under();
      const keys = ['a.b.*.>', 'a b', 'ação', '🖋', 'x'.repeat(512), '../..', "'; drop table job; --"];
      const payload = 'x'.repeat(MAX_PAYLOAD_BYTES - 2);
      for (const dedupeKey of keys) await queue.publish('seal', payload, { dedupeKey });
      const seen = recorder();
      await queue.consume('seal', seen.handler, options);
      await expect.poll(() => new Set(seen.jobs.map((job) => job.dedupeKey))).toEqual(new Set(keys));
      await expect(queue.publish('seal', `${payload}x`, { dedupeKey: 'long' })).rejects.toThrow(RangeError);
      await expect(queue.publish('seal', 1, { dedupeKey: 'past', delayMs: -1 })).rejects.toThrow(RangeError);
    });
  });
}
