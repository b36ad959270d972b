import type { SealKeys } from '../keys/seal-keys.ts';
import { ownBuffer } from '../threads/serve-thread.ts';
import { ThreadFailed, ThreadPool } from '../threads/thread-pool.ts';
import type { JudgedFile, JudgeInput, TrustedDer } from './judge-thread.ts';

type JudgeKeys = Pick<SealKeys, 'trusted' | 'timeStampAnchors'>;

const trustedDer = ({ trusted }: JudgeKeys): TrustedDer[] =>
  trusted.map(({ certificate, chain = [] }) => ({
    certificate: certificate.der,
    chain: chain.map(({ der }) => der),
  }));

/** Judges files in threads: one that is made to be slow or large ends its thread, not the service. */
export class FileJudge {
  readonly #keys: JudgeKeys;
  readonly #pool = new ThreadPool<JudgeInput, JudgedFile>({
    module: new URL('./judge-thread.ts', import.meta.url),
    size: 2,
    timeoutMs: 20_000,
    heapMb: 512,
    fresh: false,
  });

  /** @param keys asked at every file: certificates come to be known while the service runs */
  constructor(keys: JudgeKeys) {
    this.#keys = keys;
  }

  /** The bytes are given away: they must not be used afterwards. `too-complex` when it took too much. */
  async judge(file: Buffer): Promise<JudgedFile | 'too-complex'> {
    const buffer = ownBuffer(file);
    try {
      const trustAnchors = this.#keys.timeStampAnchors.map(({ der }) => der);
      const input = { pdf: new Uint8Array(buffer), trusted: trustedDer(this.#keys), trustAnchors };
      return await this.#pool.run(input, [buffer]);
    } catch (error) {
      if (error instanceof ThreadFailed) return 'too-complex';
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
