import type { DomainLog } from '@lacre/domain-log';
import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { sendPdf } from '../../files/send-pdf.ts';
import { sealedName } from '../../intake/file-name.ts';
import { readProcess } from '../../process/process-record.ts';
import { readEvidence, readPartialCopy } from '../../seal/at-once/read-made.ts';
import { partsOf, readSealRecord, sealedFile } from '../../seal/seal-record.ts';
import { assertHere } from '../../validate/assert-here.ts';
import type { IssuedSeal } from '../../validate/issued-seals.ts';

/** The sealed file for a holder of the document: code and secret stand on its evidence page alone. */
export const route = defineRoute('downloadByCode', async ({ request, reply, params, query }, signer) => {
  const { issued, budget, guesses } = signer;
  budget.spend(request.ip);
  const found = await issued.findFreshByCode(params.code);
  if (!found) throw new Refusal('DOCUMENT_VALIDATION_DATA_NOT_FOUND');
  await assertHere(signer, found);
  guesses.assertRight(found.validationCode, query._secretCode);
  const record = await readProcess(signer.log, found.processId);
  const name = sealedName(record?.document(found.documentId)?.name ?? 'documento.pdf');
  return sendPdf(request, reply, signer.blobs, {
    ...(await fileOf(signer, found)),
    name,
    disposition: 'attachment',
  });
});

async function fileOf(signer: { log: DomainLog }, { madeAs, copyId, documentId }: IssuedSeal) {
  const apart =
    madeAs === 'evidence'
      ? await readEvidence(signer, documentId)
      : copyId !== undefined && (await readPartialCopy(signer, copyId));
  if (apart) return { sha256: apart.sha256, sizeBytes: apart.sizeBytes, parts: partsOf(apart) };
  const file = sealedFile(await readSealRecord(signer.log, documentId));
  if (!file) throw new Error(`the issued seal of ${documentId} has no file`);
  return file;
}
