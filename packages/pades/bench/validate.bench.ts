/**
 * Times of validation: p50 and p99 for files of 100 KB, 30 MB and 2,000 pages at B-B and B-LTA, beside the time of
 * hashing the same file once. `--quick` takes fewer samples, `--json` prints for machines.
 */
import { createHash } from 'node:crypto';

import { authority } from '@lacre/pades-lab/fixtures/authorities';
import { HandWrittenPdf } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { pdfLibDocument } from '@lacre/pades-lab/fixtures/honest-documents';
import { sealedAt } from '@lacre/pades-lab/fixtures/long-term-pieces';

import { validatePdf } from '../src/validate/validate-pdf.ts';

const quick = process.argv.includes('--quick');
const json = process.argv.includes('--json');

interface Timing {
  readonly file: string;
  readonly level: string;
  readonly sizeBytes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bestMs: number;
  /** Best time of SHA-256 over the same bytes. */
  readonly hashMs: number;
}

/** A document of one page whose content stream has the given size. */
function documentOf(sizeBytes: number): Buffer {
  return new HandWrittenPdf()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>')
    .stream(4, Buffer.alloc(sizeBytes, 'q Q '))
    .table('/Root 1 0 R').bytes;
}

async function samples(count: number, work: () => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < count; run += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b);
}

const at = (times: readonly number[], share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

async function timed(name: string, original: Uint8Array, runs: number): Promise<Timing[]> {
  const owner = await authority('rsa-2048');
  const timings: Timing[] = [];
  for (const level of ['B-B', 'B-LTA'] as const) {
    const file = await sealedAt(level, original);
    const judge = async (): Promise<void> => {
      const { verdict } = await validatePdf(file, { trustedSealCertificates: [owner.signer] });
      if (verdict !== 'intact') throw new Error(`${name} is ${verdict}`);
    };
    await samples(5, judge);
    const times = await samples(quick ? Math.ceil(runs / 10) : runs, judge);
    const [hashMs = Number.NaN] = await samples(10, () => createHash('sha256').update(file).digest());
    timings.push({
      file: name,
      level,
      sizeBytes: file.length,
      p50Ms: at(times, 0.5),
      p99Ms: at(times, 0.99),
      bestMs: at(times, 0),
      hashMs,
    });
  }
  return timings;
}

const timings = [
  ...(await timed('100 KB', documentOf(100_000), 1000)),
  ...(await timed('30 MB', documentOf(30_000_000), 100)),
  ...(await timed('2,000 pages', await pdfLibDocument(false, 2000), 100)),
];
if (json) console.info(JSON.stringify(timings));
else {
  console.info(
    '| file | level | p50 ms | p99 ms | best ms | one SHA-256 ms |\n| --- | --- | --- | --- | --- | --- |',
  );
  for (const { file, level, p50Ms, p99Ms, bestMs, hashMs } of timings) {
    const cells = [p50Ms, p99Ms, bestMs, hashMs].map((ms) => ms.toFixed(1));
    console.info(`| ${file} | ${level} | ${cells.join(' | ')} |`);
  }
}
