import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { QueueClosed } from '../port.ts';
import { numbered, options, quietMs, recorder, untilPublished } from './recorder.ts';
import type { WorkQueueUnderTest } from './recorder.ts';

/** The part of the contract about what breaks. */
export function describeFaults(under: () => WorkQueueUnderTest): void {
  describe('faults', () => {
    const short = { ...options, visibilityMs: 700 };

    test('gives the job of a killed process to another once its hold has run out', async () => {
      const { harness, queue } = under();
      await queue.publish('seal', 1, { dedupeKey: 'a' });
      const elsewhere = await harness.holdElsewhere('seal', short);
      const seen = recorder();
      await queue.consume('seal', seen.handler, short);
      // Alive, it extends its hold: no other worker gets the job.
      await sleep(1500);
      expect(seen.jobs).toHaveLength(0);
      const killedAt = performance.now();
      await elsewhere.kill();
      expect(await seen.take()).toMatchObject({ payload: 1, dedupeKey: 'a', attempt: 2 });
      expect(performance.now() - killedAt).toBeLessThan(5000);
      await sleep(quietMs);
      expect(seen.jobs).toHaveLength(1);
    });

    test('buries a job that kills its worker', async () => {
      const { harness, queue } = under();
      await queue.publish('seal', 1, { dedupeKey: 'a' });
      const deadly = { ...short, maxDeliveries: 1 };
      await (await harness.holdElsewhere('seal', deadly)).kill();
      const seen = recorder();
      await queue.consume('seal', seen.handler, deadly);
      await expect.poll(() => queue.deadLetters('seal'), { timeout: 10_000 }).toHaveLength(1);
      const [letter] = await queue.deadLetters('seal');
      expect(letter?.lastError).toMatch(/ended without an answer/);
      expect(seen.jobs).toHaveLength(0);
      expect(await queue.publish('seal', 2, { dedupeKey: 'a' })).toEqual({ duplicate: false });
    });

    test('goes on with what is published after its storage was emptied, consumers as they were', async () => {
      const { harness, queue } = under();
      const other = await harness.open();
      const finish = Promise.withResolvers<void>();
      const seen = recorder((job) => (job.payload === 'held' ? finish.promise : undefined));
      await queue.consume('seal', seen.handler, short);
      await other.consume('mail', seen.handler, short);
      await queue.publish('seal', 'held', { dedupeKey: 'held' });
      const held = await seen.take();
      await harness.wipe();

      // The key went with the job: it can be published again at once, by the reactor that finds the work in the log.
      expect(await queue.publish('seal', 'again', { dedupeKey: 'held' })).toEqual({ duplicate: false });
      await queue.publishMany('mail', numbered(10));
      await expect.poll(() => seen.jobs.length, { timeout: 15_000 }).toBe(12);
      expect(seen.jobs.map((job) => job.payload)).toContain('again');
      await expect.poll(() => held.signal.aborted, { timeout: 10_000 }).toBe(true);
      finish.resolve();
      await other.close();
    });

    test('does not take the answer for a job that was deleted as one for a job published since', async () => {
      const { harness, queue } = under();
      const finish = Promise.withResolvers<void>();
      const seen = recorder((job) => (job.payload === 'held' ? finish.promise : undefined));
      await queue.consume('seal', seen.handler, short);
      await queue.publish('seal', 'held', { dedupeKey: 'held' });
      await seen.take();
      await harness.wipe();
      await queue.publish('seal', 'new', { dedupeKey: 'new', delayMs: 1000 });
      finish.resolve();
      expect(await seen.take()).toMatchObject({ payload: 'new', attempt: 1 });
    });

    test('answers about dead letters after its storage was emptied', async () => {
      const { harness, queue } = under();
      await harness.wipe();
      expect(await queue.deadLetters('seal')).toEqual([]);
    });

    test('tells whether its storage answers, and after connections were cut again', async () => {
      const { harness, queue } = under();
      await queue.ping();
      await harness.cutConnections();
      await expect.poll(() => queue.ping().then(() => 'answered'), { timeout: 10_000 }).toBe('answered');
      const other = await harness.open();
      await other.close();
      await expect(other.ping()).rejects.toBeInstanceOf(QueueClosed);
    });

    test('loses nothing that was acknowledged, in or out, when connections are cut', async () => {
      const { harness, queue } = under();
      const finish = Promise.withResolvers<void>();
      const seen = recorder((job) => (job.payload === 'held' ? finish.promise : sleep(5)));
      const patient = { ...options, visibilityMs: 4000 };
      await queue.consume('seal', seen.handler, patient);
      await queue.publish('seal', 'held', { dedupeKey: 'held' });
      const held = await seen.take();
      await queue.publish('seal', 'later', { dedupeKey: 'later', delayMs: 1500 });

      const jobs = numbered(100);
      let cutting = Promise.resolve();
      for (const [index, { payload, dedupeKey }] of jobs.entries()) {
        if (index % 25 === 10) cutting = cutting.then(() => harness.cutConnections());
        await untilPublished(queue, payload, dedupeKey);
      }
      await cutting;
      await expect
        .poll(() => new Set(seen.jobs.map((job) => job.dedupeKey)).size, { timeout: 15_000 })
        .toBe(jobs.length + 2);
      expect(held.signal.aborted).toBe(false);
      finish.resolve();

      // The answer of a handler that ran across the cuts arrives: its job does not come back.
      await expect
        .poll(() => queue.publish('seal', 'again', { dedupeKey: 'held' }), { timeout: 10_000 })
        .toEqual({ duplicate: false });
      expect(seen.jobs.filter((job) => job.payload === 'held')).toHaveLength(1);
    });
  });
}
