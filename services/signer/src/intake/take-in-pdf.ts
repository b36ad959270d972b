import type { RemovedPart } from '@lacre/contracts';

import { WorkerFailed, WorkerPool } from '../workers/worker-pool.ts';
import { REFUSALS, type IntakeRefusal } from './intake-refusal.ts';
import type { PdfIntakeInput, PdfIntakeAnswer } from './intake-worker.ts';
import type { OfficeAnswer, OfficeInput } from './office-worker.ts';

/** The most a PDF may have to be signed here. */
export const INTAKE_LIMITS = {
  maxPages: 5_000,
  maxObjects: 300_000,
  /** After the rewrite, bytes: a little over the upload's limit, since a rewrite may add a little. */
  maxBytes: 36 * 1024 * 1024,
} as const;

/**
 * Processor time of one file, milliseconds: honest files take a twentieth (a page) to a quarter (30 MB) of it, and none
 * of any size is refused later than two seconds after a core of its own has begun with it, unless it is large.
 */
const cpuMsFor = (sizeBytes: number): number => 1_500 + 400 * (sizeBytes / 1e6);
/** By the clock, for a machine with much else to do, milliseconds. */
const TIMEOUT_MS = 60_000;

export type TakenPdf =
  | {
      ok: true;
      pdf: Buffer;
      pages: number;
      alreadySigned: boolean;
      normalised: boolean;
      /** What acted by itself or was carried along unseen, and is gone. */
      removed: RemovedPart[];
    }
  | { ok: false; refusal: IntakeRefusal };

/** Takes PDFs in, and looks into office files before they are converted, in processes of their own with limits of time and memory. */
export class PdfIntake {
  readonly #pool = new WorkerPool<PdfIntakeInput, PdfIntakeAnswer>({
    module: new URL('./intake-worker.ts', import.meta.url),
    size: 2,
    timeoutMs: TIMEOUT_MS,
    heapMb: 512,
    // Starting a process costs more than taking in a contract of some pages. Every file has a WebAssembly instance of
    // its own all the same.
    fresh: ({ spent }) => spent,
  });

  readonly #officePool = new WorkerPool<OfficeInput, OfficeAnswer>({
    module: new URL('./office-worker.ts', import.meta.url),
    size: 1,
    timeoutMs: TIMEOUT_MS,
    heapMb: 128,
    fresh: false,
  });

  /**
   * Never throws on account of what the file holds.
   *
   * @param password that opens it, or lifts its restrictions
   */
  async takeIn(pdf: Buffer, password?: string): Promise<TakenPdf> {
    try {
      const input = { ...INTAKE_LIMITS, pdf, password };
      const output = await this.#pool.run(input, { cpuMs: cpuMsFor(pdf.length) });
      if (!output.ok) return { ok: false, refusal: REFUSALS[output.refusal] };
      const { pdf: rewritten, pages, alreadySigned, normalised, removed } = output;
      const taken = rewritten ? Buffer.from(rewritten.buffer, rewritten.byteOffset, rewritten.length) : pdf;
      return { ok: true, pdf: taken, pages, alreadySigned, normalised, removed };
    } catch (error) {
      if (error instanceof WorkerFailed) return { ok: false, refusal: REFUSALS.tooMuchWork };
      throw error;
    }
  }

  /** Why an office file in a zip archive (DOCX, ODT) is not to be converted; undefined when nothing is wrong. */
  async officeProblem(file: Buffer): Promise<IntakeRefusal | undefined> {
    try {
      const { problem } = await this.#officePool.run({ file }, { cpuMs: cpuMsFor(0) });
      return problem && REFUSALS[problem];
    } catch (error) {
      if (error instanceof WorkerFailed) return REFUSALS.officeTooHeavy;
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#officePool.close()]);
  }
}
