import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { WorkerFailed, WorkerPool, type TaskLimits } from '../../../workers/worker-pool.ts';
import { REFUSALS, type RefusalName } from '../../intake-refusal.ts';
import type { Converted, OfficeConverter } from '../convert-office.ts';
import { PACKAGE } from './libreoffice.ts';
import type { ConversionAnswer, ConversionInput } from './office-process.ts';
import { withoutNetwork } from './without-network.ts';

export interface EmbeddedOptions {
  /** Where programs are looked for, as in `PATH`. */
  searchPath: string;
  /** Called once, before the first conversion, with LibreOffice's confinement. */
  onConfinement?: ((confinement: EmbeddedConfinement) => void) | undefined;
  /** Module from which the optional package is looked for. Default this one. */
  from?: string;
  /** A process that has had nothing to do for so long is ended, milliseconds. Default 5 minutes. */
  idleMs?: number;
}

/** Beside what holds everywhere: it sees no file, no other process, and starts none. */
export interface EmbeddedConfinement {
  /** A network namespace of its own; otherwise WebAssembly alone keeps it from the network. */
  network: boolean;
}

/** Processor time of one document, its process already up; a contract takes 0.2 s, 1,000 pages 10 s. */
const CPU_MS = 30_000;
/** By the clock, the start of its process (3 s, more under load) among it. */
const TIMEOUT_MS = 60_000;
/** Documents at a time: each needs memory for a LibreOffice of its own. */
const PLACES = 1;
/** The program's code and files take 0.8 GB. */
const MEMORY_MB = 2560;
const HEAP_MB = 512;
/** The largest PDF it may make, bytes: twice what is taken in. */
const OUTPUT_BYTES = 64 * 1024 * 1024;

const refuse = (name: RefusalName): Converted => ({ ok: false, refusal: REFUSALS[name] });

/** The folder of packages that holds the converter, or undefined when it is not installed. */
function packagesFolder(from: string): string | undefined {
  try {
    const path = createRequire(from).resolve(`${PACKAGE}/package.json`);
    return path.slice(0, path.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules${sep}`.length);
  } catch {
    return undefined;
  }
}

/**
 * A converter over LibreOffice as WebAssembly, an optional package. Each document has a process of its own, so that
 * none can change the next; it is started beforehand once there was a first one, and ends when no other comes.
 */
export function embeddedConverter(options: EmbeddedOptions): OfficeConverter & { close(): Promise<void> } {
  const packages = packagesFolder(options.from ?? import.meta.url);
  let pool: Promise<WorkerPool<ConversionInput, ConversionAnswer>> | undefined;
  const open = async (folder: string) => {
    const launcher = await withoutNetwork(options.searchPath);
    options.onConfinement?.({ network: launcher.length > 0 });
    return openPool(folder, launcher, options.idleMs);
  };
  const convert = async (
    file: Buffer,
    type: ConversionInput['type'],
    signal?: AbortSignal,
  ): Promise<Converted> => {
    if (packages === undefined) return refuse('officeMissing');
    pool ??= open(packages);
    const running = await pool;
    try {
      const { pdf } = await attempt(running, { file, type }, { cpuMs: CPU_MS, signal });
      if (pdf === undefined || pdf.length === 0) return refuse('officeFailed');
      return pdf.length > OUTPUT_BYTES
        ? refuse('grewTooLarge')
        : { ok: true, pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length) };
    } catch (error) {
      if (!(error instanceof WorkerFailed)) throw error;
      return refuse(error.why === 'crash' ? 'officeFailed' : 'officeTimeout');
    }
  };
  return Object.assign(convert, {
    by: 'embedded' as const,
    atOnce: PLACES,
    isAvailable: async () => packages !== undefined,
    close: async () => (await pool)?.close(),
  });
}

/** A process that stood still is ended and the file tried again; one that was busy until its end is not. */
async function attempt(
  pool: WorkerPool<ConversionInput, ConversionAnswer>,
  input: ConversionInput,
  limits: TaskLimits,
): Promise<ConversionAnswer> {
  try {
    return await pool.run(input, limits);
  } catch (error) {
    if (error instanceof WorkerFailed && error.byClock) return pool.run(input, limits);
    throw error;
  }
}

function openPool(packages: string, launcher: readonly string[], idleMs: number | undefined) {
  return new WorkerPool<ConversionInput, ConversionAnswer>({
    module: new URL('./office-process.ts', import.meta.url),
    size: PLACES,
    timeoutMs: TIMEOUT_MS,
    heapMb: HEAP_MB,
    memoryMb: MEMORY_MB,
    fresh: true,
    launcher,
    // Optimising 147 MB of code takes over a minute, and no document is worth it.
    nodeOptions: ['--liftoff-only', '--no-warnings'],
    readable: [`${packages}*`, fileURLToPath(new URL('../../../*', import.meta.url))],
    ...(idleMs === undefined ? {} : { idleMs }),
  });
}
