import { randomUUID } from 'node:crypto';

import type { Consumer, Json, JobHandler, PublishResult, WorkQueue } from '@lacre/work-queue';

/** A work queue that keeps nothing: a job is done when it is published, before the publish resolves. */
export class DirectQueue implements WorkQueue {
  readonly #handlers = new Map<string, JobHandler>();

  /** @throws what the handler throws */
  async publish(queue: string, payload: Json, { dedupeKey }: { dedupeKey: string }): Promise<PublishResult> {
    const handler = this.#handlers.get(queue);
    if (handler === undefined) throw new Error(`nothing consumes ${queue}`);
    const { signal } = new AbortController();
    await handler({ id: randomUUID(), queue, dedupeKey, payload, attempt: 1, signal });
    return { duplicate: false };
  }

  async publishMany(queue: string, jobs: readonly { payload: Json; dedupeKey: string }[]): Promise<void> {
    for (const { payload, dedupeKey } of jobs) await this.publish(queue, payload, { dedupeKey });
  }

  async consume(queue: string, handler: JobHandler): Promise<Consumer> {
    this.#handlers.set(queue, handler);
    return { stop: async () => void this.#handlers.delete(queue) };
  }

  deadLetters(): Promise<[]> {
    return Promise.resolve([]);
  }

  deadLetterCounts(): Promise<[]> {
    return Promise.resolve([]);
  }

  replayDeadLetter(): Promise<void> {
    return Promise.reject(new Error('nothing is kept here'));
  }

  async ping(): Promise<void> {}

  async close(): Promise<void> {
    this.#handlers.clear();
  }
}
