import { authority } from '@lacre/pades-lab/fixtures/authorities';
import { onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { sealedAt, withDocumentTimeStamp } from '@lacre/pades-lab/fixtures/long-term-pieces';
import { expect, test } from 'vitest';

import { validatePdf } from '../validate-pdf.ts';

/** A byte of a certificate beside the token's signature, which that does not cover. */
function flipInCertificate(pdf: Buffer, from: number, subject: string): Buffer {
  const at = pdf.indexOf(Buffer.from(subject).toString('hex'), from);
  expect(at).toBeGreaterThan(from);
  const flipped = Buffer.from(pdf);
  flipped[at + 1] = (flipped[at + 1] ?? 0) ^ 1;
  return flipped;
}

const source = onePage().table('/Root 1 0 R').bytes;

test('calls a changed byte in our last time stamp damage, not a stamp by an untrusted authority', async () => {
  const held = await authority();
  const pdf = await sealedAt('B-LTA', source, {}, held);
  const options = {
    trustedSealCertificates: [
      { certificate: held.seal.certificate, chain: [held.issuing.certificate, held.root.certificate] },
    ],
  };
  const { verdict, revisionEnds } = await validatePdf(pdf, options);
  expect(verdict).toBe('intact');
  const lastRevision = revisionEnds.at(-2) ?? 0;
  const damaged = await validatePdf(flipInCertificate(pdf, lastRevision, 'AC raiz local'), options);
  expect(damaged.verdict).toBe('altered-after-sealing');
  expect(damaged.reasons.map(({ code }) => code)).toEqual(['time-stamp-damaged']);
  expect(damaged.sealedBytes).toBe(lastRevision);
});

test('still calls the sound stamp of another authority one by others', async () => {
  const held = await authority();
  const other = await authority('ec-p256', 'Outra');
  const pdf = await withDocumentTimeStamp(await sealedAt('B-LTA', source, {}, held), other);
  const validation = await validatePdf(pdf, {
    trustedSealCertificates: [
      { certificate: held.seal.certificate, chain: [held.issuing.certificate, held.root.certificate] },
    ],
  });
  expect(validation.verdict).toBe('augmented-by-others');
  expect(validation.reasons.map(({ code }) => code)).toContain('time-stamp-by-others');
});
