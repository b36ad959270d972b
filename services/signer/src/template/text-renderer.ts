import { WorkerPool } from '../workers/worker-pool.ts';
import type { TextDocument } from './text-document.ts';

/** Draws filled texts in a process that stays: laying out text and cutting fonts down takes a core for a while. */
export class TextRenderer {
  readonly #pool = new WorkerPool<TextDocument, Uint8Array>({
    module: new URL('./text-worker.ts', import.meta.url),
    size: 1,
    timeoutMs: 30_000,
    heapMb: 256,
    fresh: false,
  });

  /** @throws Error, WorkerFailed; the signal's reason when it was given up */
  render(document: TextDocument, signal?: AbortSignal): Promise<Uint8Array> {
    return this.#pool.run(document, { signal });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
