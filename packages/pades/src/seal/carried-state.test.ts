import { createHash } from 'node:crypto';

import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { pdfLibDocument } from '@lacre/pades-lab/fixtures/honest-documents';
import { crlOf, sealedTo, validationDataFor } from '@lacre/pades-lab/fixtures/long-term';
import { stamped, stampedSignature } from '@lacre/pades-lab/fixtures/time-stamps';
import { expect, test } from 'vitest';

import { readPdf } from '../pdf/strict-pdf.ts';
import { readTimeStampToken } from '../time-stamp/time-stamp-token.ts';
import { GrowingPdf } from '../write/growing-pdf.ts';
import { appendValidationData } from './append-validation-data.ts';
import { prepareDocumentTimeStamp } from './document-time-stamp.ts';
import { embeddedSignatures } from './embedded-signatures.ts';
import { sealPdf } from './seal-pdf.ts';
import { addSignatureTimeStamp } from './seal-revision.ts';

test('B-LTA never reads the file for a hash when its hash state is kept', async () => {
  const held = await authority();
  const original = await pdfLibDocument(false);
  // Of other bytes: whatever read the file again would come to another digest.
  const other = Buffer.from('other bytes');
  const file = await GrowingPdf.open(original, original.length, createHash('sha256').update(other));
  const { tail } = await sealPdf({
    pdf: file.pdf,
    hashState: file.hashState,
    signer: held.signer,
    signingTime: NOW,
  });
  file.append({ tail: addSignatureTimeStamp(tail, await stampedSignature(tail)) });
  const data = await validationDataFor(held, held.seal.certificate);
  file.append((await appendValidationData({ ...file.soFar, ...data }))!);
  const prepared = await prepareDocumentTimeStamp(file);
  file.append(prepared.finish(await stamped(prepared.imprint)));
  const tails = file.pdf.subarray(original.length);
  expect(file.sha256).toBe(createHash('sha256').update(other).update(tails).digest('hex'));
  const { cms } = embeddedSignatures(readPdf(file.pdf)).at(-1)!;
  const covered = file.pdf
    .subarray(original.length)
    .toString('latin1')
    .replace(/<[0-9a-f]{32000,}>(?!.*<[0-9a-f]{32000,}>)/s, '');
  const imprint = createHash('sha256').update(other).update(Buffer.from(covered, 'latin1')).digest();
  expect(Buffer.from(readTimeStampToken(cms!).imprint)).toEqual(imprint);
});

test('numbers that the document refers to without having them stay free in every later revision', async () => {
  const page = '/Resources << /XObject << /A 5 0 R /B 9 0 R /C 16 0 R >> >>';
  const pdf = onePage(undefined, page).table('/Root 1 0 R').bytes;
  const { file } = await sealedTo('B-LTA', pdf);
  expect(file.danglingNumbers).toEqual(new Set([5, 9, 16]));
  const after = readPdf(file.pdf);
  expect([5, 9, 16].map((num) => after.object(num))).toEqual([null, null, null]);
  expect(after.size).toBeGreaterThan(17);
  const again = await appendValidationData({
    pdf: file.pdf,
    crls: [await crlOf((await authority()).root, NOW, 5)],
  });
  expect(again?.danglingNumbers).toEqual(file.danglingNumbers);
});
