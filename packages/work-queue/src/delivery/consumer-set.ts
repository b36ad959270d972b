import { QueueClosed } from '../port.ts';
import type { Consumer } from '../port.ts';

/** The consumers of one opened queue, and whether it is still open. */
export class ConsumerSet<C extends Consumer> {
  readonly #consumers = new Set<C>();
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  /** @throws QueueClosed */
  assertOpen(): void {
    if (this.#closed) throw new QueueClosed('The work queue is closed');
  }

  add(consumer: C): C {
    this.#consumers.add(consumer);
    return consumer;
  }

  delete(consumer: C): void {
    this.#consumers.delete(consumer);
  }

  [Symbol.iterator](): Iterator<C> {
    return this.#consumers.values();
  }

  /** Nothing can be begun from now on; resolves when every consumer has stopped. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#consumers].map((consumer) => consumer.stop()));
  }
}
