/**
 * Seals the same files with the same keys by this package, @libpdf/core, @signpdf and pyHanko, at B-B and
 * at B-LTA (time stamps by a local authority in the process; @signpdf knows no levels); then how many seals
 * go into a second, as a share of what `openssl speed` signs; then how long a verdict takes. Each
 * measurement is a fresh process that times itself inside; the libraries take turns, so that a machine
 * that slows down slows down all of them.
 *
 *     PYHANKO_PYTHON=… node packages/pades/bench/seal.bench.ts [seal] [rate] [verdict] [--quick] [--json]
 *
 * PYHANKO_PYTHON is a Python that has pyHanko; without it pyHanko is left out, and that is said.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sealedTo } from '@lacre/pades-lab/fixtures/long-term';

import { localAuthorityFromPem } from '../src/keys/load-pem.ts';
import { DOCUMENTS, type DocumentName, makeMaterial, type Material } from './material.ts';
import { inFreshProcess, median, opensslSignsPerSecond, quantile, table } from './measuring.ts';
import type {
  ThroughputMeasurement,
  ThroughputTask,
  ValidationMeasurement,
  ValidationTask,
} from './rates-worker.ts';
import { type BenchLevel, LIBRARIES, type Library, type Measurement, type Task } from './seal-worker.ts';

const quick = process.argv.includes('--quick');
const asJson = process.argv.includes('--json');
const python = process.env['PYHANKO_PYTHON'];
const parts = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const ROUNDS = quick ? 1 : 3;
const NAMES = (quick ? ['100 KB', '30 MB'] : Object.keys(DOCUMENTS)) as DocumentName[];
/** Seals in each process after the first. */
const REPEATS: Readonly<Record<DocumentName, number>> = {
  '100 KB': quick ? 10 : 30,
  '10 MB': 8,
  '30 MB': quick ? 2 : 5,
  '2,000 pages': 12,
};

type Result = {
  readonly file: DocumentName;
  readonly level: BenchLevel;
  readonly library: Library;
  readonly medianMs: number;
  readonly bestMs: number;
  readonly firstMs: number;
  /** Median over that of `pades`, which hashes the whole file, as the others do. */
  readonly timesPades: number;
  /** Median over that of `pades, hash kept`, which is how a product that hashes uploads seals. */
  readonly timesHashKept: number;
  readonly peakMb: number;
  /** What sealing takes beside the program and the file: peak, less that of the idle process, less the file. */
  readonly overIdleAndFileMb: number;
};

function librariesFor(level: BenchLevel): Library[] {
  return LIBRARIES.filter((library) => {
    if (library === '@signpdf') return level === 'B-B';
    return library !== 'pyHanko' || python !== undefined;
  });
}

async function compare(
  name: DocumentName,
  level: BenchLevel,
  file: string,
  material: Material,
): Promise<Result[]> {
  const libraries = librariesFor(level);
  const measured = new Map<Library, Measurement[]>(libraries.map((library) => [library, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const library of libraries) {
      const task: Task = { library, level, file, material, repeats: REPEATS[name] };
      const worker = library === 'pyHanko' ? 'seal-worker.py' : 'seal-worker.ts';
      measured.get(library)?.push(await inFreshProcess<Measurement>(worker, task, python));
    }
  }
  const medianOf = (library: Library): number =>
    median((measured.get(library) ?? []).flatMap(({ times }) => times));
  const fileMb = (await DOCUMENTS[name]()).length / 2 ** 20;
  return libraries.map((library) => {
    const all = measured.get(library) ?? [];
    const medianMs = medianOf(library);
    const peakMb = median(all.map((each) => each.peakMb));
    return {
      file: name,
      level,
      library,
      medianMs,
      bestMs: Math.min(...all.flatMap(({ times }) => times)),
      firstMs: median(all.map(({ first }) => first)),
      timesPades: medianMs / medianOf('pades'),
      timesHashKept: medianMs / medianOf('pades, hash kept'),
      peakMb,
      overIdleAndFileMb: median(all.map((each) => each.peakMb - each.idleMb)) - fileMb,
    };
  });
}

const ALGORITHMS = [
  ['rsa-2048', 'rsa2048'],
  ['ec-p256', 'ecdsap256'],
] as const;

interface Rate {
  readonly key: string;
  readonly inFlight: number;
  readonly sealsPerSecond: number;
  /** Signatures a second of `openssl speed` on one core, before and after. */
  readonly opensslPerSecond: number;
  readonly share: number;
}

async function throughput(file: string, materials: ReadonlyMap<string, Material>): Promise<Rate[]> {
  const seconds = quick ? 1 : 3;
  const rates: Rate[] = [];
  for (const [key, algorithm] of ALGORITHMS) {
    const { authority } = materials.get(key) as Material;
    for (const inFlight of [1, 4]) {
      const task: ThroughputTask = { kind: 'throughput', authority, file, inFlight, seconds };
      const before = await opensslSignsPerSecond(algorithm, 1);
      const { sealsPerSecond } = await inFreshProcess<ThroughputMeasurement>('rates-worker.ts', task);
      const opensslPerSecond = (before + (await opensslSignsPerSecond(algorithm, 1))) / 2;
      rates.push({
        key,
        inFlight,
        sealsPerSecond,
        opensslPerSecond,
        share: sealsPerSecond / opensslPerSecond,
      });
    }
  }
  return rates;
}

interface Judged {
  readonly file: DocumentName;
  readonly level: BenchLevel;
  readonly verdict: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

async function validation(folder: string, { authority }: Material): Promise<Judged[]> {
  const held = localAuthorityFromPem(JSON.parse(readFileSync(authority, 'utf8')));
  const judged: Judged[] = [];
  for (const name of ['100 KB', '30 MB'] as const) {
    for (const level of ['B-B', 'B-LTA'] as const) {
      const { file } = await sealedTo(level, await DOCUMENTS[name](), { held, at: new Date() });
      const path = join(folder, `validated.${level}.pdf`);
      writeFileSync(path, file.pdf);
      const repeats = { '100 KB': quick ? 50 : 500, '30 MB': quick ? 10 : 100 }[name];
      const task: ValidationTask = { kind: 'validation', authority, file: path, repeats };
      const { times, verdict } = await inFreshProcess<ValidationMeasurement>('rates-worker.ts', task);
      judged.push({ file: name, level, verdict, p50Ms: median(times), p99Ms: quantile(times, 0.99) });
    }
  }
  return judged;
}

/** All parts when none is named. */
const wanted = (part: string): boolean => parts.length === 0 || parts.includes(part);

function print(bench: string, results: readonly object[]): void {
  if (asJson) {
    const pyHanko = python === undefined ? 'left out: PYHANKO_PYTHON is not set' : 'included';
    console.log(JSON.stringify({ bench, node: process.version, rounds: ROUNDS, pyHanko, results }));
  } else console.log(`\n${bench}\n\n${table(results as Record<string, string | number>[])}`);
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pades-bench-'));
  try {
    const materials = new Map<string, Material>();
    for (const [key] of ALGORITHMS) materials.set(key, await makeMaterial(folder, key));
    const rsa = materials.get('rsa-2048') as Material;
    const pathOf = (name: DocumentName): string => join(folder, `${name}.pdf`);
    for (const name of NAMES) writeFileSync(pathOf(name), await DOCUMENTS[name]());
    if (wanted('seal')) {
      const results: Result[] = [];
      for (const name of NAMES) {
        for (const level of ['B-B', 'B-LTA'] as const) {
          results.push(...(await compare(name, level, pathOf(name), rsa)));
        }
      }
      print('seal', results);
    }
    if (wanted('rate')) {
      print('seals per second, 100 KB at B-B, hash kept', await throughput(pathOf('100 KB'), materials));
    }
    if (wanted('verdict')) print('verdict', await validation(folder, rsa));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await main();
