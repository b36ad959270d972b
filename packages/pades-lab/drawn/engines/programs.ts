import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type Drawing,
  DRAWING_LIMIT_MS,
  type DrawingEngine,
  type DrawingMode,
  MAX_PAGES,
  MAX_SIDE,
} from './drawing-engine.ts';
import { readInks, readNetpbm } from './netpbm.ts';

const MAX_OUTPUT_BYTES = MAX_PAGES * MAX_SIDE * MAX_SIDE * 4;

type Run = { readonly failed: boolean; readonly overLimitMs?: number; readonly output: Buffer };

function run(program: string, args: readonly string[], limitMs: number): Promise<Run> {
  return new Promise((resolve, reject) => {
    const options = {
      encoding: 'buffer',
      maxBuffer: MAX_OUTPUT_BYTES,
      timeout: limitMs,
      killSignal: 'SIGKILL',
    } as const;
    execFile(program, args, options, (error, output) => {
      // A program that is not installed is no verdict on a file.
      if (error && (error as NodeJS.ErrnoException).code === 'ENOENT') reject(error);
      else if (error?.killed && error.code === null) resolve({ failed: true, overLimitMs: limitMs, output });
      else resolve({ failed: error !== null, output });
    });
  });
}

/** A file of its own for each drawing, so that engines that look at its length see just the PDF. */
async function withFile<Result>(pdf: Uint8Array, use: (path: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'drawn-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, pdf);
    return await use(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function asPages({ failed, overLimitMs, output }: Run, read = readNetpbm): Drawing {
  if (overLimitMs !== undefined) return { overLimitMs };
  return failed && output.length === 0 ? { refused: 'the program failed' } : read(output);
}

/** Evince's and Okular's engine, by poppler-utils. Print mode: cairo's drawing commands of what would be printed. */
export function popplerEngine(limitMs = DRAWING_LIMIT_MS): DrawingEngine {
  const draw = async (path: string, mode: DrawingMode): Promise<Drawing> => {
    const last = ['-l', String(MAX_PAGES)];
    if (mode === 'screen') return asPages(await run('pdftoppm', ['-r', '72', ...last, path], limitMs));
    const { failed, overLimitMs, output } = await run('pdftocairo', ['-ps', ...last, path, '-'], limitMs);
    if (overLimitMs !== undefined) return { overLimitMs };
    if (failed) return { refused: 'the program failed' };
    return [commands(output)];
  };
  return {
    name: 'Poppler',
    modes: ['screen', 'print'],
    draw: (pdf, mode) => withFile(pdf, (path) => draw(path, mode)),
  };
}

/** PostScript as one row of pixels: compared byte by byte, which is stricter than by what it paints. */
function commands(postScript: Buffer): { width: number; height: 1; channels: 1; pixels: Uint8Array } {
  const text = postScript.toString('latin1').replaceAll(/^%%CreationDate:.*$/gm, '');
  const digest = createHash('sha256').update(text, 'latin1').digest();
  return { width: digest.length, height: 1, channels: 1, pixels: digest };
}

/** Debian's 10.0 with its own PDF interpreter in C. */
export function ghostscriptEngine(limitMs = DRAWING_LIMIT_MS): DrawingEngine {
  const draw = async (path: string, mode: DrawingMode): Promise<Drawing> =>
    asPages(
      await run(
        'gs',
        [
          '-q',
          '-dNOPAUSE',
          '-dBATCH',
          '-dSAFER',
          `-sDEVICE=${mode === 'press' ? 'pamcmyk32' : 'ppmraw'}`,
          '-r72',
          `-dLastPage=${MAX_PAGES}`,
          `-dPrinted=${mode !== 'screen'}`,
          '-sstdout=%stderr',
          '-sOutputFile=%stdout',
          path,
        ],
        limitMs,
      ),
      mode === 'press' ? readInks : readNetpbm,
    );
  return {
    name: 'Ghostscript',
    modes: ['screen', 'print', 'press'],
    draw: (pdf, mode) => withFile(pdf, (path) => draw(path, mode)),
  };
}
