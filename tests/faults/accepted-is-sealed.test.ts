import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeCorpus } from '@lacre/pades-lab/fuzz/corpus/corpus';
import { mutatePdf } from '@lacre/pades-lab/fuzz/mutate/mutate-pdf';
import { Random } from '@lacre/pades-lab/fuzz/random';
import { certifiedByOthers, samplePdf, signedByOthers } from '@lacre/signer/testing';
import { sealTaken } from '@lacre/signer/testing/seal-taken';
import { openTestSigner, type TestSigner } from '@lacre/signer/testing/test-signer';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { isLong, keepFigures, seedOfRun } from '../support/long-form.ts';

/** 5,000 in the full form (`npm run test:long -- accepted`). */
const FILES = isLong ? 5000 : 60;
/** Larger ones only take longer. */
const MAX_BYTES = 300_000;

let test: TestSigner;
let files: readonly Uint8Array[];

beforeAll(async () => {
  test = await openTestSigner();
  const { seeds } = await makeCorpus();
  files = [
    ...seeds.pdf.filter(({ bytes, weight = 1 }) => weight === 1 && bytes.length < MAX_BYTES),
    ...(await ofWriters()),
  ].map(({ bytes }) => bytes);
});
afterAll(() => test.close());

/** Files of writers other than the hand of these tests, signed by others and not. */
async function ofWriters(): Promise<{ bytes: Buffer }[]> {
  const made = await Promise.all([
    samplePdf(),
    samplePdf({ objectStreams: true }),
    samplePdf({ rotation: 270 }),
    signedByOthers(),
    certifiedByOthers(),
  ]);
  return made.map((bytes) => ({ bytes }));
}

function fileOf(seed: number, index: number): Buffer {
  const random = new Random(seed, index);
  const [from, other] = [random.pick(files), random.pick(files)] as [Uint8Array, Uint8Array];
  return random.chance(0.1) ? Buffer.from(from) : mutatePdf(from, random, other);
}

it(`seals to the archive level whatever the intake accepts, in ${FILES} files made and mutated`, async () => {
  const seed = seedOfRun();
  const begun = performance.now();
  const [refused, unsealed]: [Record<string, number>, string[]] = [{}, []];
  let sealed = 0;
  for (let index = 0; index < FILES; index += 1) {
    const pdf = fileOf(seed, index);
    const taken = await test.signer.intake.takeIn(pdf);
    if (!taken.ok) {
      const { code } = taken.refusal;
      refused[code] = (refused[code] ?? 0) + 1;
      continue;
    }
    const outcome = await sealTaken(test, taken).catch((error: unknown) => String(error));
    if (typeof outcome === 'object' && outcome.verdict === 'intact' && outcome.report.level === 'B-LTA')
      sealed += 1;
    else {
      const kept = join(tmpdir(), `accepted-${seed}-${index}.pdf`);
      writeFileSync(kept, pdf);
      unsealed.push(`${kept}: ${typeof outcome === 'object' ? outcome.verdict : (outcome ?? 'failed')}`);
    }
  }
  expect(unsealed).toEqual([]);
  // Where everything is refused, or nothing, this shows nothing.
  expect(sealed).toBeGreaterThan(FILES / 10);
  expect(Object.values(refused).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(FILES / 10);
  keepFigures('accepted-is-sealed', {
    seed,
    files: FILES,
    sealed,
    refused,
    seconds: Math.round((performance.now() - begun) / 1000),
  });
}, 7_200_000);
