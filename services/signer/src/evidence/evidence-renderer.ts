import { ThreadPool } from '../threads/thread-pool.ts';
import type { EvidenceFacts } from './evidence-facts.ts';

/** Draws evidence pages in a thread that stays: laying out text and cutting fonts down takes a core for a while. */
export class EvidenceRenderer {
  readonly #pool = new ThreadPool<EvidenceFacts, Uint8Array>({
    module: new URL('./evidence-thread.ts', import.meta.url),
    size: 1,
    timeoutMs: 60_000,
    heapMb: 256,
    fresh: false,
  });

  /** @throws Error, ThreadFailed */
  render(facts: EvidenceFacts): Promise<Uint8Array> {
    return this.#pool.run(facts);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
