import type { TrustedSealCertificate } from '@lacre/pades';

import { ownBuffer } from '../threads/serve-thread.ts';
import { ThreadFailed, ThreadPool } from '../threads/thread-pool.ts';
import type { JudgedFile, JudgeInput, TrustedDer } from './judge-thread.ts';

/** Judges files in threads: one that is made to be slow or large ends its thread, not the service. */
export class FileJudge {
  readonly #trusted: readonly TrustedDer[];
  readonly #pool = new ThreadPool<JudgeInput, JudgedFile>({
    module: new URL('./judge-thread.ts', import.meta.url),
    size: 2,
    timeoutMs: 20_000,
    heapMb: 512,
    fresh: false,
  });

  constructor(trusted: readonly TrustedSealCertificate[]) {
    this.#trusted = trusted.map(({ certificate, chain = [] }) => ({
      certificate: certificate.der,
      chain: chain.map(({ der }) => der),
    }));
  }

  /** The bytes are given away: they must not be used afterwards. `too-complex` when it took too much. */
  async judge(file: Buffer): Promise<JudgedFile | 'too-complex'> {
    const buffer = ownBuffer(file);
    try {
      return await this.#pool.run({ pdf: new Uint8Array(buffer), trusted: this.#trusted }, [buffer]);
    } catch (error) {
      if (error instanceof ThreadFailed) return 'too-complex';
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
