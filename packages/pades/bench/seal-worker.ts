import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What one fresh process measured of one library. */
export interface Measurement {
  /** Milliseconds of each seal after the first, which is not counted. */
  readonly times: readonly number[];
  /** Milliseconds of the first seal, modules just loaded. */
  readonly first: number;
  /** Peak resident memory of the process, megabytes. */
  readonly peakMb: number;
}

/** Everything a worker needs, as JSON in its first argument. */
export interface Task {
  readonly library: Library;
  readonly file: string;
  readonly pfx: string;
  readonly password: string;
  readonly repeats: number;
}

export const LIBRARIES = ['pades, hash kept', 'pades', '@libpdf/core', '@signpdf', 'nothing'] as const;
export type Library = (typeof LIBRARIES)[number];

type Seal = (pdf: Buffer) => Promise<unknown>;

const SIGNING_TIME = new Date();
const TEXTS = { reason: 'Bench', location: 'Here', name: 'Bench' };

/** Loads only the library that is measured, so that its memory is its own. */
async function sealerOf({ library, pfx, password }: Task, pdf: Buffer): Promise<Seal> {
  const key = readFileSync(pfx);
  if (library === 'nothing') return async () => pdf.length;
  if (library === '@libpdf/core') {
    const { P12Signer, PDF } = await import('@libpdf/core');
    const signer = await P12Signer.create(key, password);
    return async (bytes) =>
      (await PDF.load(bytes)).sign({
        signer,
        ...TEXTS,
        signingTime: SIGNING_TIME,
        subFilter: 'ETSI.CAdES.detached',
      });
  }
  if (library === '@signpdf') {
    const [{ plainAddPlaceholder }, { P12Signer }, { SignPdf }] = await Promise.all([
      import('@signpdf/placeholder-plain'),
      import('@signpdf/signer-p12'),
      import('@signpdf/signpdf'),
    ]);
    // It opens the PFX whenever it signs, and its signer can do so only once.
    const place = { ...TEXTS, contactInfo: '', signingTime: SIGNING_TIME, subFilter: 'ETSI.CAdES.detached' };
    return async (bytes) =>
      new SignPdf().sign(
        plainAddPlaceholder({ pdfBuffer: bytes, ...place }),
        new P12Signer(key, { passphrase: password }),
        SIGNING_TIME,
      );
  }
  const { loadPfx, sealPdf } = await import('../src/index.ts');
  const { signer } = loadPfx(key, password);
  const hashState = library === 'pades, hash kept' ? createHash('sha256').update(pdf) : undefined;
  return async (bytes) => sealPdf({ pdf: bytes, signer, signingTime: SIGNING_TIME, ...TEXTS, hashState });
}

async function measure(task: Task): Promise<Measurement> {
  const pdf = readFileSync(task.file);
  const seal = await sealerOf(task, pdf);
  const times: number[] = [];
  for (let run = 0; run <= task.repeats; run += 1) {
    const began = performance.now();
    await seal(pdf);
    times.push(performance.now() - began);
  }
  const [first = 0, ...others] = times;
  return { times: others, first, peakMb: process.resourceUsage().maxRSS / 1024 };
}

if (process.argv[1] === import.meta.filename) {
  const measurement = await measure(JSON.parse(process.argv[2] ?? '{}') as Task);
  process.stdout.write(JSON.stringify(measurement));
}
