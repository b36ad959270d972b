import type { UserPrincipal } from '@lacre/access';
import type { AnswerOf } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import { issueProof } from '@lacre/proofs';

import { REFUSALS } from '../intake/intake-refusal.ts';
import type { ReceivedFile } from '../intake/receive-file.ts';
import { sniffType } from '../intake/sniff-type.ts';
import { PROOF_LIFE_SECONDS, refusal, takenIn, type UploadParts } from '../intake/take-in-upload.ts';
import type { WordFiller } from './word/word-filler.ts';

/**
 * Takes in a Word document to be a template: finds its placeholders, and converts it once as it is, so that one that
 * cannot be converted is refused now and not when it is used.
 *
 * @throws Refusal that names each placeholder nothing can fill, and where it stands
 */
export async function takeInWord(
  signer: UploadParts & { words: Pick<WordFiller, 'read'> },
  { tenantId, sub: userId }: UserPrincipal,
  file: ReceivedFile,
): Promise<AnswerOf<'uploadWordTemplate'>> {
  const type = sniffType(file.bytes);
  if (type === 'office-encrypted') throw refusal(REFUSALS.officeEncrypted);
  if (type !== 'docx')
    throw new Refusal('UPLOAD_NOT_ALLOWED_FILES', {
      detail: 'Envie um documento do Word em DOCX. O conteúdo deste arquivo não é desse tipo.',
    });
  const content = await signer.words.read(file.bytes);
  if ('refusal' in content) throw refusal(content.refusal);
  const { placeholders, faults } = content;
  if (faults.length > 0)
    throw new Refusal('CLASS_VALIDATION_ERROR', {
      detail: 'O documento tem campos que não podem ser preenchidos. Corrija-os no Word e envie de novo.',
      fieldErrors: faults.map((message) => ({ field: 'file', message })),
    });
  const { facts } = await takenIn(signer, tenantId, file);
  const { uploadId, name, sha256, sourceSha256, sizeBytes, pages } = facts;
  const kept = { uploadId, name, sizeBytes, pages, placeholders };
  const proof = await issueProof(
    'word-template',
    { ...kept, sha256, sourceSha256, tenantId, userId },
    { secret: signer.proofSecret, expiresInSeconds: PROOF_LIFE_SECONDS, now: signer.now() },
  );
  return { ...kept, proof };
}
