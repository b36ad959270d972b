import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { localAuthorityFromPem, sealPdf, validatePdf } from '../src/index.ts';

/** Seals as many as go into a time, with so many in flight. */
export interface ThroughputTask {
  readonly kind: 'throughput';
  readonly authority: string;
  readonly file: string;
  readonly inFlight: number;
  readonly seconds: number;
}

/** Judges one file again and again. */
export interface ValidationTask {
  readonly kind: 'validation';
  readonly authority: string;
  readonly file: string;
  readonly repeats: number;
}

export interface ThroughputMeasurement {
  readonly sealsPerSecond: number;
}

export interface ValidationMeasurement {
  readonly times: readonly number[];
  readonly verdict: string;
}

const WARM_UP_MS = 500;

function authorityOf(path: string): ReturnType<typeof localAuthorityFromPem> {
  return localAuthorityFromPem(JSON.parse(readFileSync(path, 'utf8')));
}

async function throughput(task: ThroughputTask): Promise<ThroughputMeasurement> {
  const { signer } = authorityOf(task.authority);
  const pdf = readFileSync(task.file);
  const hashState = createHash('sha256').update(pdf);
  const sealUntil = async (end: number): Promise<number> => {
    let sealed = 0;
    for (; performance.now() < end; sealed += 1) {
      await sealPdf({ pdf, hashState, signer, signingTime: new Date() });
    }
    return sealed;
  };
  await sealUntil(performance.now() + WARM_UP_MS);
  const began = performance.now();
  const end = began + task.seconds * 1000;
  const counts = await Promise.all(Array.from({ length: task.inFlight }, () => sealUntil(end)));
  const seconds = (performance.now() - began) / 1000;
  return { sealsPerSecond: counts.reduce((sum, count) => sum + count) / seconds };
}

async function validation(task: ValidationTask): Promise<ValidationMeasurement> {
  const { signer } = authorityOf(task.authority);
  const file = readFileSync(task.file);
  const times: number[] = [];
  let verdict = '';
  for (let run = 0; run < task.repeats + 3; run += 1) {
    const began = performance.now();
    ({ verdict } = await validatePdf(file, { trustedSealCertificates: [signer] }));
    times.push(performance.now() - began);
  }
  // The first ones are the compiler's.
  return { times: times.slice(3), verdict };
}

if (process.argv[1] === import.meta.filename) {
  const task = JSON.parse(process.argv[2] ?? '{}') as ThroughputTask | ValidationTask;
  const measurement = task.kind === 'throughput' ? await throughput(task) : await validation(task);
  process.stdout.write(JSON.stringify(measurement));
}
