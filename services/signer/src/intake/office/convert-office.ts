import { readFile, realpath } from 'node:fs/promises';

import { findConfiner, type Confinement, type Confiner } from '../confinement/confinement.ts';
import { REFUSALS, type IntakeRefusal } from '../intake-refusal.ts';
import { findProgram } from './find-program.ts';
import { OFFICE_SETTINGS } from './office-settings.ts';

export type Converted = { ok: true; pdf: Buffer } | { ok: false; refusal: IntakeRefusal };

/** Turns a document of a word processor into a PDF. */
export interface OfficeConverter {
  /** Given up by `signal`, it ends what runs for the document and rejects with the signal's reason. */
  (file: Buffer, type: 'doc' | 'docx' | 'odt', signal?: AbortSignal): Promise<Converted>;
  readonly by: 'embedded' | 'soffice' | 'gotenberg';
  /** Documents that it should be given at a time, at most. */
  readonly atOnce: number;
  /** Whether there is a converter at all, as far as can be known before a file comes. */
  isAvailable(): Promise<boolean>;
  /** Ends what runs for it; absent where nothing goes on between documents. */
  close?(): Promise<void>;
}

export interface SofficeOptions {
  /** Path of the program, or its name to be looked for at every conversion. */
  program?: string | undefined;
  /** Where programs are looked for, as in `PATH`. */
  searchPath: string;
  /** Called once, before the first conversion, with soffice's confinement. */
  onConfinement?: ((confinement: Confinement) => void) | undefined;
}

const TIMEOUT_MS = 30_000;
/** The largest PDF it may make, bytes: twice what is taken in. */
const OUTPUT_BYTES = 64 * 1024 * 1024;
/** Each takes a core for a second or two, but one that is made to may take its whole time. */
const AT_ONCE = 2;
const CONVERT_SCRIPT = new URL('./office-convert.sh', import.meta.url);

/**
 * A converter over `soffice`: a process, a profile and a folder of its own for each document, confined as far as the
 * system allows, 30 seconds. Links to pictures, sections and local files have leaked through every filter that others
 * wrote: here there is nothing to be linked to.
 */
export function sofficeConverter(options: SofficeOptions): OfficeConverter & {
  /** What soffice is kept from on this system, as it was found by trying. */
  confinement(): Promise<Confinement>;
} {
  const { program = 'soffice', searchPath, onConfinement } = options;
  let confiner: Promise<Confiner> | undefined;
  const confined = (): Promise<Confiner> => {
    confiner ??= findConfiner(searchPath).then((found) => {
      onConfinement?.(found.confinement);
      return found;
    });
    return confiner;
  };
  const convert = async (file: Buffer, type: string, signal?: AbortSignal): Promise<Converted> => {
    const found = await findProgram(program, searchPath);
    if (found === undefined) return { ok: false, refusal: REFUSALS.officeMissing };
    return convertWith(await confined(), found, { file, type, signal });
  };
  return Object.assign(convert, {
    by: 'soffice' as const,
    atOnce: AT_ONCE,
    isAvailable: async () => (await findProgram(program, searchPath)) !== undefined,
    confinement: async () => (await confined()).confinement,
  });
}

async function convertWith(
  confiner: Confiner,
  program: string,
  { file, type, signal }: { file: Buffer; type: string; signal: AbortSignal | undefined },
): Promise<Converted> {
  const path = await realpath(program);
  const script = await readFile(CONVERT_SCRIPT, 'utf8');
  const outcome = await confiner.run({
    command: ['/bin/sh', '-c', script, 'office-convert', type, path, OFFICE_SETTINGS],
    program: path,
    input: file,
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: OUTPUT_BYTES,
    signal,
  });
  if (outcome.ended === 'timeout') return { ok: false, refusal: REFUSALS.officeTimeout };
  if (outcome.ended !== 'exit') return { ok: false, refusal: REFUSALS.grewTooLarge };
  // What soffice says of itself counts for nothing: it exits with 0 even when it wrote nothing.
  return outcome.status === 0 && outcome.output.length > 0
    ? { ok: true, pdf: outcome.output }
    : { ok: false, refusal: REFUSALS.officeFailed };
}
