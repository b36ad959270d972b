import { createHash } from 'node:crypto';

import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import {
  evidenceDocument,
  HONEST_DOCUMENTS,
  pdfLibDocument,
} from '@lacre/pades-lab/fixtures/honest-documents';
import { qpdf, rewrittenByQpdf } from '@lacre/pades-lab/fixtures/outside-judges';
import { stamped } from '@lacre/pades-lab/fixtures/time-stamps';
import { expect, test } from 'vitest';

import { readPdf } from '../pdf/strict-pdf.ts';
import { TimeStampError } from '../time-stamp/time-stamp-error.ts';
import { readTimeStampToken } from '../time-stamp/time-stamp-token.ts';
import { GrowingPdf } from '../write/growing-pdf.ts';
import { prepareDocumentTimeStamp } from './document-time-stamp.ts';
import { embeddedSignatures } from './embedded-signatures.ts';
import { sealPdf } from './seal-pdf.ts';

/** The file with a document time stamp more. */
async function stampedFile(pdf: Uint8Array): Promise<Buffer> {
  const prepared = await prepareDocumentTimeStamp({ pdf });
  return Buffer.concat([pdf, prepared.finish(await stamped(prepared.imprint)).tail]);
}

async function qpdfStatus(bytes: Uint8Array): Promise<number> {
  return (await qpdf(bytes, (input) => ['--check', input])).status;
}

test.for(Object.keys(HONEST_DOCUMENTS))(
  'a sealed file from %s is time-stamped, and again: all that was signed before stays',
  async (name) => {
    const original = await HONEST_DOCUMENTS[name]!();
    const { signer } = await authority();
    const sealed = await sealPdf({ pdf: original, signer, signingTime: NOW });
    const once = await stampedFile(Buffer.concat(sealed.pdf));
    const twice = await stampedFile(once);
    const before = readPdf(original);
    const after = readPdf(twice);
    after.checkAllObjects();

    expect(twice.subarray(0, once.length)).toEqual(once);
    expect(after.revisions.length).toBe(before.revisions.length + 3);
    expect(new Set(after.revisions.slice(-4).map(({ kind }) => kind)).size).toBe(1);
    const timeStamps = after.form.signatures.filter(({ value }) =>
      value.rawValue('SubFilter')?.includes(0x52),
    );
    expect(timeStamps.map((field) => field.name)).toEqual(['DocTimeStamp', 'DocTimeStamp2']);
    for (const { field, value } of timeStamps) {
      expect(Buffer.from(field.rawValue('Rect')!).toString()).toBe('[0 0 0 0]');
      expect(Buffer.from(value.rawValue('Type')!).toString()).toBe('/DocTimeStamp');
      expect(value.has('M')).toBe(false);
    }
    expect(await qpdfStatus(twice)).toBe(name === 'signed by @signpdf' ? await qpdfStatus(original) : 0);
  },
);

test('the time stamp covers the whole file but for Contents', async () => {
  const pdf = await pdfLibDocument(true);
  const file = await stampedFile(pdf);
  const [signature] = readPdf(file).form.signatures;
  const range = Buffer.from(signature!.value.rawValue('ByteRange')!).toString();
  const [, before = 0, after = 0, rest = 0] = range.slice(1, -1).split(' ').map(Number);
  expect(after + rest).toBe(file.length);
  expect(file.subarray(before, before + 1).toString() + file.subarray(after - 1, after).toString()).toBe(
    '<>',
  );
  const digest = createHash('sha256').update(file.subarray(0, before)).update(file.subarray(after)).digest();
  const { cms } = embeddedSignatures(readPdf(file))[0]!;
  expect(Buffer.from(readTimeStampToken(cms!).imprint)).toEqual(digest);
});

test('preparing again asks for the same imprint, so that a token got before a crash fits', async () => {
  const pdf = await pdfLibDocument(false);
  const hashState = createHash('sha256').update(pdf);
  const first = await prepareDocumentTimeStamp({ pdf });
  const token = await stamped(first.imprint);
  const again = await prepareDocumentTimeStamp({ pdf, hashState });
  expect(again.imprint).toEqual(first.imprint);
  const revision = again.finish(token);
  expect(revision.tail).toEqual(first.finish(token).tail);
  const whole = Buffer.concat([pdf, revision.tail]);
  expect(revision.sizeBytes).toBe(whole.length);
  expect(revision.sha256).toBe(createHash('sha256').update(whole).digest('hex'));
});

test('another digest reads the file once more', async () => {
  const pdf = await pdfLibDocument(false);
  const prepared = await prepareDocumentTimeStamp({ pdf, digest: 'sha512' });
  expect(prepared.imprint.length).toBe(64);
  const { tail } = prepared.finish(await stamped(prepared.imprint, { digest: 'sha512' }));
  expect(readPdf(Buffer.concat([pdf, tail])).form.signatures.length).toBe(1);
});

test('a token over anything else, or by another digest, is refused', async () => {
  const prepared = await prepareDocumentTimeStamp({ pdf: await pdfLibDocument(false) });
  const other = createHash('sha256').update('other').digest();
  const longer = createHash('sha512').update('other').digest();
  for (const token of [await stamped(other), await stamped(longer, { digest: 'sha512' })]) {
    expect(() => prepared.finish(token)).toThrow(TimeStampError);
  }
  expect(() => prepared.finish(Buffer.from('not a token'))).toThrow(TimeStampError);
});

test('a token larger than its room is refused, not cut', async () => {
  const prepared = await prepareDocumentTimeStamp({ pdf: await pdfLibDocument(false), reserveBytes: 500 });
  const token = await stamped(prepared.imprint);
  expect(() => prepared.finish(token)).toThrow(/^reserve-too-small/);
});

test('the widget goes to the page of the seal’s, so that no page of the author’s is written again', async () => {
  const { signer } = await authority();
  const pdf = await pdfLibDocument(false);
  const sealed = await sealPdf({ pdf, evidence: await evidenceDocument(1), signer, signingTime: NOW });
  const file = await GrowingPdf.open(Buffer.concat(sealed.pdf));
  const prepared = await prepareDocumentTimeStamp(file);
  file.append(prepared.finish(await stamped(prepared.imprint)));
  const after = readPdf(file.pdf);
  const written = after.revisions.at(-1)!.entries;
  expect(after.pages.map(({ ref }) => written.has(ref.num))).toEqual([false, false, true]);
});

test('an encrypted file, and one without a page, are not time-stamped', async () => {
  const encrypted = await rewrittenByQpdf(await pdfLibDocument(false), '--encrypt', '', 'o', '256', '--');
  await expect(prepareDocumentTimeStamp({ pdf: encrypted })).rejects.toThrow(/encrypted/);
  const noPage = onePage().object(2, '<< /Type /Pages /Kids [] /Count 0 >>').table('/Root 1 0 R').bytes;
  await expect(prepareDocumentTimeStamp({ pdf: noPage })).rejects.toThrow(/^no-pages/);
});
