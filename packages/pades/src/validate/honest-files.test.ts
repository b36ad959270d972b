import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { evidenceDocument, signedByLibpdf } from '@lacre/pades-lab/fixtures/honest-documents';
import { HONEST_FILES } from '@lacre/pades-lab/fixtures/honest-written';
import { signedLater } from '@lacre/pades-lab/fixtures/later-revision';
import { renew, sealedTo } from '@lacre/pades-lab/fixtures/long-term';
import { withDocumentTimeStamp, withValidationData } from '@lacre/pades-lab/fixtures/long-term-pieces';
import { valuesByQpdf, valuesByReader } from '@lacre/pades-lab/fixtures/reader-comparison';
import { beforeAll, describe, expect, test } from 'vitest';

import type { LocalAuthority } from '../keys/local-authority.ts';
import { readPdf } from '../pdf/strict-pdf.ts';
import { validatePdf } from './validate-pdf.ts';
import type { Validation } from './verdict.ts';

let owner: LocalAuthority;
let evidence: Uint8Array;
beforeAll(async () => {
  owner = await authority('ec-p256');
  evidence = await evidenceDocument(1);
});

function judged(file: Uint8Array): Promise<Validation> {
  return validatePdf(file, { trustedSealCertificates: [owner.signer] });
}

const told = ({ verdict, reasons }: Validation): unknown => ({
  verdict,
  reasons: reasons.map(({ code, detail }) => `${code} ${detail ?? ''}`),
});

const NAMES = Object.keys(HONEST_FILES);

test('there are more than a hundred', () => {
  expect(NAMES.length).toBeGreaterThanOrEqual(120);
});

describe('an honest file is read by every reader alike, sealed at every level, and intact', () => {
  test.each(NAMES)('%s', async (name) => {
    const original = await HONEST_FILES[name]!();
    const before = readPdf(original);
    expect(valuesByReader(before)).toEqual(await valuesByQpdf(original));
    const signed = before.hasSignatures;
    const additions = signed ? {} : { evidence };
    const { file, sizes } = await sealedTo('B-LTA', original, {
      held: owner,
      ...additions,
      reserveBytes: 8192,
    });
    for (const [level, size] of Object.entries({ ...sizes })) {
      const validation = await judged(file.pdf.subarray(0, size));
      expect(told(validation)).toEqual({ verdict: 'intact', reasons: [] });
      expect(validation.report).toMatchObject({ level, indication: { indication: 'TOTAL-PASSED' } });
    }
    expect(await judged(await signedLater(file.pdf))).toMatchObject({ verdict: 'later-signature' });
  });
});

test.each(['table', 'stream'])('years of renewals leave a file with a %s intact', async (kind) => {
  const original = await HONEST_FILES[kind === 'table' ? 'pdf-lib, table' : 'pdf-lib, object streams']!();
  const { file } = await sealedTo('B-LTA', original, { held: owner, reserveBytes: 8192 });
  const years = [1, 2, 3];
  for (const [index, year] of years.entries()) {
    const at = new Date(NOW.getTime() + year * 300 * 86_400_000);
    await renew(file, index === 0 ? 'DocTimeStamp' : `DocTimeStamp${index + 1}`, owner, at);
  }
  const validation = await judged(file.pdf);
  expect(told(validation)).toEqual({ verdict: 'intact', reasons: [] });
  expect(validation.report).toMatchObject({ level: 'B-LTA', provenTime: NOW });
  expect(validation.report.timeStamps).toHaveLength(5);
});

test('time stamps by others are reported, and are not called tampering', async () => {
  const stranger = await authority('ec-p256', 'Outra Empresa');
  for (const level of ['B-B', 'B-LTA'] as const) {
    const { file } = await sealedTo(level, await HONEST_FILES['pdf-lib, table']!(), {
      held: owner,
      reserveBytes: 8192,
    });
    const validation = await judged(await withDocumentTimeStamp(file.pdf, stranger));
    expect(validation).toMatchObject({ verdict: 'augmented-by-others', sealedBytes: file.sizeBytes });
    expect(validation.reasons.map(({ code }) => code)).toEqual(['time-stamp-by-others']);
    expect(validation.report.timeStamps.at(-1)).toMatchObject({ valid: true, trusted: false });
  }
});

test('a signature by others, with their validation data and time stamp, is theirs', async () => {
  const stranger = await authority('ec-p256', 'Outra Empresa');
  const { file } = await sealedTo('B-LTA', await HONEST_FILES['pdf-lib, table']!(), {
    held: owner,
    reserveBytes: 8192,
  });
  const signed = await signedByLibpdf(file.pdf);
  const certificates = [stranger.root, stranger.issuing].map(({ certificate }) => certificate.der);
  const stored = await withValidationData(signed, { certificates });
  const validation = await judged(await withDocumentTimeStamp(stored, stranger));
  expect(validation).toMatchObject({ verdict: 'later-signature', sealedBytes: file.sizeBytes });
  expect(validation.report.revisions.map(({ kind, by }) => [kind, by[0]])).toEqual([
    ['document', undefined],
    ['seal', owner.seal.certificate.commonName],
    ['validation-data', undefined],
    ['time-stamp', owner.timeStamping.certificate.commonName],
    ['signature', 'Selo local - Outra Empresa'],
    ['validation-data', undefined],
    ['time-stamp', stranger.timeStamping.certificate.commonName],
  ]);
});
