import { Refusal } from '@lacre/http';
import { Mutex } from 'async-mutex';

/** Pictures of one person that are looked at or wait: a page that was left may have one on its way still. */
const LONGEST_QUEUE = 4;

interface Queue {
  mutex: Mutex;
  length: number;
}

/**
 * A short queue for each person, whose pictures are looked at one after another: one who sends many at once would fill
 * the places that all people wait in.
 */
export class BoundedQueue {
  readonly #queues = new Map<string, Queue>();

  /** @throws Refusal FACE_SERVICE_ERROR when too many of the person's wait already */
  async run<Result>(personId: string, look: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(personId) ?? { mutex: new Mutex(), length: 0 };
    if (queue.length >= LONGEST_QUEUE) throw new Refusal('FACE_SERVICE_ERROR', { retryAfterSeconds: 5 });
    this.#queues.set(personId, queue);
    queue.length += 1;
    try {
      return await queue.mutex.runExclusive(look);
    } finally {
      queue.length -= 1;
      if (queue.length === 0) this.#queues.delete(personId);
    }
  }
}
