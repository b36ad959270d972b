import type { RemovedPart, RestrictionsLifted } from '@lacre/contracts';
import { isUnsound } from '@lacre/pades';

import type { EmbeddedFacts } from '../embedded/embedded-facts.ts';
import { unsoundDetail } from '../embedded/embedded-wording.ts';
import { workerTrust, type TrustParts } from '../embedded/worker-trust.ts';
import { WorkerFailed, WorkerPool } from '../workers/worker-pool.ts';
import { REFUSALS, signatureUnsound, type IntakeRefusal } from './intake-refusal.ts';
import type { PdfIntakeInput, PdfIntakeAnswer } from './intake-worker.ts';
import type { OfficeAnswer, OfficeInput } from './office/office-worker.ts';

/** The most a PDF may have to be signed here. */
const INTAKE_LIMITS = {
  maxPages: 5_000,
  maxObjects: 300_000,
  /** After the rewrite, bytes: a little over the upload's limit, since a rewrite may add a little. */
  maxBytes: 36 * 1024 * 1024,
} as const;

/**
 * Processor time of one file, milliseconds. Measured with the rehearsal of its seal: two pages 0.4 s, 28 MB 2.5 s, 2,000
 * pages 2.4 s. Whatever takes longer is refused in words.
 */
const CPU_MS = 5_000;
/** Of a look into an office file. */
const OFFICE_CPU_MS = 1_500;
/** By the clock, for a machine with much else to do, milliseconds. */
const TIMEOUT_MS = 60_000;

export type TakenPdf =
  | {
      ok: true;
      pdf: Buffer;
      pages: number;
      alreadySigned: boolean;
      normalised: boolean;
      /** It prints otherwise than it shows, and cannot be rewritten for its signatures. */
      printsOtherwise: boolean;
      restrictionsLifted: RestrictionsLifted | undefined;
      /** What acted by itself or was carried along unseen, and is gone. */
      removed: RemovedPart[];
      /** Signatures that it came with. */
      signatures: readonly EmbeddedFacts[];
    }
  | { ok: false; refusal: IntakeRefusal };

type IntakeKeys = TrustParts & { now: () => Date };

/** Takes PDFs in, and looks into office files before they are converted, in processes of their own with limits of time and memory. */
export class PdfIntake {
  readonly #keys: IntakeKeys;

  /** @param keys whose seals and time stamps are known, asked at every file */
  constructor(keys: IntakeKeys) {
    this.#keys = keys;
  }

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
    module: new URL('./office/office-worker.ts', import.meta.url),
    size: 1,
    timeoutMs: TIMEOUT_MS,
    heapMb: 128,
    fresh: false,
  });

  /**
   * Never throws on account of what the file holds.
   *
   * @param access password that opens it or lifts its restrictions, or the sender's statement of the right to
   */
  async takeIn(
    pdf: Buffer,
    access: { password?: string | undefined; mayLiftRestrictions?: boolean } = {},
  ): Promise<TakenPdf> {
    try {
      const now = this.#keys.now().toISOString();
      const { password, mayLiftRestrictions = false } = access;
      const asked = { password, mayLiftRestrictions };
      const input = { ...INTAKE_LIMITS, ...(await workerTrust(this.#keys)), ...asked, pdf, now };
      const output = await this.#pool.run(input, { cpuMs: CPU_MS });
      if (!output.ok) return { ok: false, refusal: REFUSALS[output.refusal] };
      const unsound = output.signatures.filter(isUnsound);
      if (unsound.length > 0) return { ok: false, refusal: signatureUnsound(unsoundDetail(unsound)) };
      const { pdf: rewritten, spent: _spent, ...facts } = output;
      const taken = rewritten ? Buffer.from(rewritten.buffer, rewritten.byteOffset, rewritten.length) : pdf;
      return { ...facts, pdf: taken };
    } catch (error) {
      if (error instanceof WorkerFailed) return { ok: false, refusal: REFUSALS.tooMuchWork };
      throw error;
    }
  }

  /** Why an office file in a zip archive (DOCX, ODT) is not to be converted; undefined when nothing is wrong. */
  async officeProblem(file: Buffer): Promise<IntakeRefusal | undefined> {
    try {
      const { problem } = await this.#officePool.run({ file }, { cpuMs: OFFICE_CPU_MS });
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
