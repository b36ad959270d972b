import type { SealKeys } from '../keys/seal-keys.ts';
import { WorkerFailed, WorkerPool } from '../workers/worker-pool.ts';
import type { JudgedFile, JudgeInput, TrustedDer } from './judge-worker.ts';

type JudgeKeys = Pick<SealKeys, 'trusted' | 'timeStampAnchors'>;

const trustedDer = ({ trusted }: JudgeKeys): TrustedDer[] =>
  trusted.map(({ certificate, chain = [] }) => ({
    certificate: certificate.der,
    chain: chain.map(({ der }) => der),
  }));

/** Judges files in processes of their own: one that is made to be slow or large ends its process, not the service. */
export class FileJudge {
  readonly #keys: JudgeKeys;
  readonly #pool = new WorkerPool<JudgeInput, JudgedFile>({
    module: new URL('./judge-worker.ts', import.meta.url),
    size: 2,
    timeoutMs: 20_000,
    heapMb: 512,
    fresh: false,
  });

  /** @param keys asked at every file: certificates come to be known while the service runs */
  constructor(keys: JudgeKeys) {
    this.#keys = keys;
  }

  /** `too-complex` when it took too much. */
  async judge(file: Buffer): Promise<JudgedFile | 'too-complex'> {
    try {
      const trustAnchors = this.#keys.timeStampAnchors.map(({ der }) => der);
      return await this.#pool.run({ pdf: file, trusted: trustedDer(this.#keys), trustAnchors });
    } catch (error) {
      if (error instanceof WorkerFailed) return 'too-complex';
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
