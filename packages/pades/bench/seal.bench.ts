/**
 * Seals the same files with the same RSA-2048 key by this package, @libpdf/core and @signpdf. Each
 * measurement is a fresh process; the libraries take turns, so that a machine that slows down slows
 * down all of them.
 *
 *     node packages/pades/bench/seal.bench.ts [--quick] [--json]
 */
import { execFile } from 'node:child_process';
import { createCipheriv, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { toPfx } from '../fixtures/authorities.ts';
import { onePage } from '../fixtures/hand-written-pdf.ts';
import { createLocalAuthority } from '../src/keys/local-authority.ts';
import { LIBRARIES, type Library, type Measurement, type Task } from './seal-worker.ts';

const quick = process.argv.includes('--quick');
const asJson = process.argv.includes('--json');
const ROUNDS = quick ? 1 : 5;
const SIZES = { '100 KB': 100_000, '30 MB': 30_000_000 } as const;
/** Seals in each process; fewer where one takes over a second. */
const REPEATS: Readonly<Record<keyof typeof SIZES, number>> = {
  '100 KB': quick ? 10 : 30,
  '30 MB': quick ? 2 : 4,
};

interface Result {
  readonly size: string;
  readonly library: Library;
  readonly medianMs: number;
  readonly bestMs: number;
  readonly firstMs: number;
  readonly peakMb: number;
  /** Median over that of `pades`, which hashes the whole file, as the others do. */
  readonly timesAsLong: number;
  /** Median over that of `pades, hash kept`, which is how a product that hashes uploads seals. */
  readonly timesAsLongAsKept: number;
  /** Peak memory over that of `pades`. */
  readonly timesTheMemory: number;
}

const run = promisify(execFile);

async function measureInFreshProcess(task: Task): Promise<Measurement> {
  const { stdout } = await run(process.execPath, [
    join(import.meta.dirname, 'seal-worker.ts'),
    JSON.stringify(task),
  ]);
  return JSON.parse(stdout) as Measurement;
}

/** One page and a stream of bytes that nothing compresses, with a table that @signpdf can read. */
function documentOf(sizeBytes: number): Buffer {
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
    Buffer.alloc(sizeBytes),
  );
  return onePage().stream(5, noise, '/Type /XObject /Subtype /Form /BBox [0 0 1 1]').table('/Root 1 0 R')
    .bytes;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function measureSize(
  size: keyof typeof SIZES,
  folder: string,
  pfx: string,
  password: string,
): Promise<Result[]> {
  const file = join(folder, `${SIZES[size]}.pdf`);
  writeFileSync(file, documentOf(SIZES[size]));
  const measured = new Map<Library, Measurement[]>(LIBRARIES.map((library) => [library, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const library of LIBRARIES) {
      const task = { library, file, pfx, password, repeats: REPEATS[size] };
      measured.get(library)?.push(await measureInFreshProcess(task));
    }
  }
  const summary = (library: Library): Omit<Result, `times${string}`> => {
    const all = measured.get(library) ?? [];
    const times = all.flatMap((measurement) => measurement.times);
    const firstMs = median(all.map((measurement) => measurement.first));
    const peakMb = median(all.map((measurement) => measurement.peakMb));
    return { size, library, medianMs: median(times), bestMs: Math.min(...times), firstMs, peakMb };
  };
  const ours = summary('pades');
  const kept = summary('pades, hash kept');
  return LIBRARIES.map((library) => {
    const found = summary(library);
    return Object.assign(found, {
      timesAsLong: found.medianMs / ours.medianMs,
      timesAsLongAsKept: found.medianMs / kept.medianMs,
      timesTheMemory: found.peakMb / ours.peakMb,
    });
  });
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pades-bench-'));
  const password = randomBytes(8).toString('hex');
  try {
    const pfx = join(folder, 'key.pfx');
    const held = await createLocalAuthority({ organization: 'Bench', now: new Date() });
    // The older encryption is the one that all three can open.
    writeFileSync(pfx, toPfx(held, password, ['-legacy']));
    const results: Result[] = [];
    for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
      results.push(...(await measureSize(size, folder, pfx, password)));
    }
    if (asJson)
      process.stdout.write(
        `${JSON.stringify({ bench: 'seal', node: process.version, rounds: ROUNDS, results })}\n`,
      );
    else printTable(results);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function printTable(results: readonly Result[]): void {
  console.log(
    '| file | library | median ms | best ms | first ms | × pades | × hash kept | peak MB | × pades |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const result of results) {
    const {
      size,
      library,
      medianMs,
      bestMs,
      firstMs,
      timesAsLong,
      timesAsLongAsKept,
      peakMb,
      timesTheMemory,
    } = result;
    const numbers = [medianMs, bestMs, firstMs, timesAsLong, timesAsLongAsKept].map((number) =>
      number.toFixed(1),
    );
    console.log(
      `| ${size} | ${library} | ${numbers.join(' | ')} | ${peakMb.toFixed(0)} | ${timesTheMemory.toFixed(2)} |`,
    );
  }
}

await main();
