import { ThreadFailed, ThreadPool } from '../threads/thread-pool.ts';
import { REFUSALS, type IntakeRefusal } from './intake-refusal.ts';
import type { PdfIntakeInput, PdfIntakeOutput } from './intake-thread.ts';

/** The most a PDF may have to be signed here. */
export const INTAKE_LIMITS = {
  maxPages: 5_000,
  maxObjects: 300_000,
  /** After the rewrite, bytes: a little over the upload's limit, since a rewrite may add a little. */
  maxBytes: 36 * 1024 * 1024,
  timeoutMs: 20_000,
} as const;

export type TakenPdf =
  | { ok: true; pdf: Buffer; pages: number; alreadySigned: boolean; normalised: boolean }
  | { ok: false; refusal: IntakeRefusal };

/** Takes PDFs in, each in a thread of its own with limits of time and memory. */
export class PdfIntake {
  readonly #pool = new ThreadPool<PdfIntakeInput, PdfIntakeOutput>({
    module: new URL('./intake-thread.ts', import.meta.url),
    size: 2,
    timeoutMs: INTAKE_LIMITS.timeoutMs,
    heapMb: 512,
    fresh: true,
  });

  /** Never throws on account of what the file holds. */
  async takeIn(pdf: Buffer): Promise<TakenPdf> {
    try {
      const output = await this.#pool.run({ ...INTAKE_LIMITS, pdf });
      if (!output.ok) return { ok: false, refusal: REFUSALS[output.refusal] };
      const { buffer, byteOffset, length } = output.pdf;
      return { ...output, pdf: output.normalised ? Buffer.from(buffer, byteOffset, length) : pdf };
    } catch (error) {
      if (error instanceof ThreadFailed) return { ok: false, refusal: REFUSALS.tooMuchWork };
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
