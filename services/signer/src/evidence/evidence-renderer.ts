import { WorkerPool } from '../workers/worker-pool.ts';
import type { EvidenceFacts } from './evidence-facts.ts';

/** Draws evidence pages in a process that stays: laying out text and cutting fonts down takes a core for a while. */
export class EvidenceRenderer {
  readonly #pool = new WorkerPool<EvidenceFacts, Uint8Array>({
    module: new URL('./evidence-worker.ts', import.meta.url),
    size: 1,
    timeoutMs: 60_000,
    heapMb: 256,
    fresh: false,
  });

  /** @throws Error, WorkerFailed */
  render(facts: EvidenceFacts): Promise<Uint8Array> {
    return this.#pool.run(facts);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
