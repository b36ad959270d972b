import { spawn } from 'node:child_process';
import { access, constants, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Turns } from '../threads/turns.ts';
import { REFUSALS, type IntakeRefusal } from './intake-refusal.ts';

export type Converted = { ok: true; pdf: Buffer } | { ok: false; refusal: IntakeRefusal };

/** Turns a document of a word processor into a PDF. */
export type OfficeConverter = (file: Buffer, type: 'doc' | 'docx' | 'odt') => Promise<Converted>;

export interface SofficeOptions {
  /** Path of the program, or its name to be looked for at every conversion. */
  program?: string | undefined;
  /** Where programs are looked for, as in `PATH`. */
  searchPath: string;
}

const TIMEOUT_MS = 30_000;
/** Address space of soffice, bytes (it needs about 214 MB of memory, and far more addresses). */
const ADDRESS_SPACE_BYTES = 4 * 1024 * 1024 * 1024;
/** Largest file it may write, bytes. */
const FILE_BYTES = 64 * 1024 * 1024;
/** One document at a time: each takes a core for a second or two. */
const CONCURRENCY = 1;

/**
 * A converter over `soffice`: a process, a profile and a folder of its own for each document, no environment, no
 * network where the system lets us make an empty network namespace (links to outside images in a document have leaked
 * through every filter), 30 seconds.
 */
export function sofficeConverter({ program = 'soffice', searchPath }: SofficeOptions): OfficeConverter {
  const turns = new Turns(CONCURRENCY);
  return async (file, type) => {
    const found = await findProgram(program, searchPath);
    if (found === undefined) return { ok: false, refusal: REFUSALS.officeMissing };
    return turns.run(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'lacre-office-'));
      try {
        return await convert({ program: found, searchPath }, folder, file, type);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  };
}

async function convert(
  { program, searchPath }: { program: string; searchPath: string },
  folder: string,
  file: Buffer,
  type: string,
): Promise<Converted> {
  const input = join(folder, `document.${type}`);
  await writeFile(input, file, { mode: 0o600 });
  const command = [
    program,
    '--headless',
    '--norestore',
    '--nolockcheck',
    '--nodefault',
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
    '--convert-to',
    'pdf:writer_pdf_Export',
    '--outdir',
    folder,
    input,
  ];
  const outcome = await run([...(await confinement(searchPath)), ...command], folder, searchPath);
  if (outcome === 'timeout') return { ok: false, refusal: REFUSALS.officeTimeout };
  // soffice exits with 0 even when it wrote nothing.
  const pdf = await readFile(join(folder, 'document.pdf')).catch(() => undefined);
  return pdf && pdf.length > 0 ? { ok: true, pdf } : { ok: false, refusal: REFUSALS.officeFailed };
}

/** Command words that take network and unbounded memory away from what follows them, as far as the system allows. */
async function confinement(searchPath: string): Promise<string[]> {
  const words: string[] = [];
  const [unshare, prlimit] = await Promise.all([
    findProgram('unshare', searchPath),
    findProgram('prlimit', searchPath),
  ]);
  for (const flags of [['--net'], ['--net', '--map-root-user']]) {
    if (unshare && words.length === 0 && (await succeeds([unshare, ...flags, '--', 'true'], searchPath)))
      words.push(unshare, ...flags, '--');
  }
  if (prlimit) words.push(prlimit, `--as=${ADDRESS_SPACE_BYTES}`, `--fsize=${FILE_BYTES}`, '--core=0', '--');
  return words;
}

const succeeds = async (command: string[], searchPath: string): Promise<boolean> =>
  (await run(command, '/', searchPath)) === 0;

/** Exit status, or `timeout`. The whole process group ends with it. */
function run(command: readonly string[], folder: string, searchPath: string): Promise<number | 'timeout'> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: folder,
      detached: true,
      stdio: 'ignore',
      env: { PATH: searchPath, HOME: folder, TMPDIR: folder, LANG: 'pt_BR.UTF-8' },
    });
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      killGroup(child.pid);
    }, TIMEOUT_MS);
    child.once('error', () => {
      clearTimeout(timer);
      resolve(-1);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      killGroup(child.pid);
      resolve(timedOut ? 'timeout' : (code ?? -1));
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended by itself.
  }
}

async function findProgram(name: string, searchPath: string): Promise<string | undefined> {
  const candidates = name.includes('/')
    ? [name]
    : searchPath.split(delimiter).map((folder) => join(folder, name));
  for (const candidate of candidates) {
    const executable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return candidate;
  }
  return undefined;
}
