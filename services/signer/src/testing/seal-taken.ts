import { validatePdf, type Validation } from '@lacre/pades';

import { openFile } from '../seal/open-file.ts';
import { readSealRecord, sealedFile } from '../seal/seal-record.ts';
import { handleSealJob, SEAL_QUEUE } from '../seal/seal-worker.ts';
import { completedProcess } from './completed-process.ts';
import type { TestSigner } from './test-signer.ts';

/**
 * Seals what the intake made of an upload, as after the last signature of its process, and judges the outcome.
 *
 * @throws what sealing throws; undefined where the document ended with a failure
 */
export async function sealTaken(
  test: TestSigner,
  { pdf, alreadySigned }: { pdf: Buffer; alreadySigned: boolean },
): Promise<Validation | undefined> {
  const { tenantId, processId, documentId } = await completedProcess(test, pdf, { alreadySigned });
  const payload = { key: documentId, tenantId, processId, documentId };
  await handleSealJob(test.signer, SEAL_QUEUE, { payload, attempt: 1 });
  const file = sealedFile(await readSealRecord(test.signer.log, documentId));
  if (file === undefined) return undefined;
  const sealed = await openFile(test.signer.blobs, file.parts);
  return validatePdf(sealed.pdf, { trustedSealCertificates: test.signer.sealKeys.trusted });
}
