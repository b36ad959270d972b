import { Refusal } from '@lacre/http';

import { Turns } from '../workers/turns.ts';

/** Pictures of one person that are looked at or wait: a page that was left may have one on its way still. */
const AT_HAND = 4;

interface Queue {
  turns: Turns;
  inside: number;
}

/**
 * Looks at one picture after another of each person. Whoever sends many at once would fill the places that all people
 * wait in, and keep everybody else from being looked at.
 */
export class OneAtATime {
  readonly #queues = new Map<string, Queue>();

  /** @throws Refusal FACE_SERVICE_ERROR when too many of the person's wait already */
  async run<Result>(personId: string, look: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(personId) ?? { turns: new Turns(1), inside: 0 };
    if (queue.inside >= AT_HAND) throw new Refusal('FACE_SERVICE_ERROR', { retryAfterSeconds: 5 });
    this.#queues.set(personId, queue);
    queue.inside += 1;
    try {
      return await queue.turns.run(look);
    } finally {
      queue.inside -= 1;
      if (queue.inside === 0) this.#queues.delete(personId);
    }
  }
}
