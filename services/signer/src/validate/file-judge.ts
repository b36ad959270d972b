import type { EmbeddedFacts } from '../embedded/embedded-facts.ts';
import type { EmbeddedInput } from '../embedded/embedded-worker.ts';
import { workerTrust, type TrustParts } from '../embedded/worker-trust.ts';
import { WorkerFailed, WorkerPool } from '../workers/worker-pool.ts';
import type { JudgedFile, JudgeInput } from './judge-worker.ts';

/** Judges files in processes of their own: one that is made to be slow or large ends its process, not the service. */
export class FileJudge {
  readonly #keys: TrustParts;
  readonly #pool = new WorkerPool<JudgeInput, JudgedFile>({
    module: new URL('./judge-worker.ts', import.meta.url),
    size: 2,
    timeoutMs: 20_000,
    heapMb: 512,
    fresh: false,
  });

  readonly #embeddedPool = new WorkerPool<EmbeddedInput, EmbeddedFacts[]>({
    module: new URL('../embedded/embedded-worker.ts', import.meta.url),
    size: 1,
    timeoutMs: 20_000,
    heapMb: 512,
    fresh: false,
  });

  /** @param keys asked at every file: certificates become known while the service runs */
  constructor(keys: TrustParts) {
    this.#keys = keys;
  }

  /** `too-complex` when it took too much. */
  judge(file: Buffer): Promise<JudgedFile | 'too-complex'> {
    return this.#judged(file, true);
  }

  /** The same without how the file prints, which its verdict does not depend on. */
  judgeSeal(file: Buffer): Promise<Omit<JudgedFile, 'printsOtherwise'> | 'too-complex'> {
    return this.#judged(file, false);
  }

  async #judged(file: Buffer, asksPrinting: boolean): Promise<JudgedFile | 'too-complex'> {
    try {
      return await this.#pool.run({ pdf: file, asksPrinting, ...(await workerTrust(this.#keys)) });
    } catch (error) {
      if (error instanceof WorkerFailed) return 'too-complex';
      throw error;
    }
  }

  /** The signatures that a document brings. @throws WorkerFailed when it takes too much */
  async embedded(file: Buffer, now: Date): Promise<EmbeddedFacts[]> {
    return this.#embeddedPool.run({ pdf: file, ...(await workerTrust(this.#keys)), now: now.toISOString() });
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#embeddedPool.close()]);
  }
}
