import { createLocalAuthority, sealPdf } from '@lacre/pades';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openFile } from '../seal/open-file.ts';
import { sealDocument } from '../seal/seal-document.ts';
import { readSealRecord, sealedFile } from '../seal/seal-record.ts';
import { completedProcess, recordSealed } from '../testing/completed-process.ts';
import { armedWith } from '../testing/pdfs/raw-pdf.ts';
import { multipartFile, openTestSigner, type TestSigner } from '../testing/test-signer.ts';

let test: TestSigner;
beforeAll(async () => {
  test = await openTestSigner();
});
afterAll(() => test.close());

/** Signed by others with an annotation of these flags, and sealed here. */
async function verdictOn(flags: number) {
  const { signer } = await createLocalAuthority({
    organization: 'Outra Empresa',
    now: new Date(),
    keyType: 'ec-p256',
  });
  const page = `/Annots [<< /Type /Annot /Subtype /Square /Rect [9 9 99 99] /F ${flags} >>]`;
  const signed = await sealPdf({ pdf: armedWith({ page }), signer, signingTime: new Date() });
  const process = await completedProcess(test, Buffer.concat(signed.pdf), { alreadySigned: true });
  const { processId, documentId } = process;
  await recordSealed(test, process, await sealDocument(test.signer, processId, documentId));
  const file = sealedFile(await readSealRecord(test.signer.log, documentId));
  const { pdf } = await openFile(test.signer.blobs, file?.parts ?? []);
  const { headers, payload } = multipartFile(pdf);
  const reply = await test.app.inject({ method: 'POST', url: '/api/validate', headers, payload });
  return reply.json();
}

it('says of a sealed file that it prints otherwise than it shows', async () => {
  const answer = await verdictOn(36);
  expect(answer.reasons.map(({ code }: { code: string }) => code)).toContain('prints-otherwise');
  expect(answer.explanation).toContain('só na impressão');
}, 60_000);

it('does not mention printing where both are the same', async () => {
  const answer = await verdictOn(4);
  expect(answer.reasons.map(({ code }: { code: string }) => code)).not.toContain('prints-otherwise');
  expect(answer.explanation).not.toContain('impressão');
}, 60_000);
