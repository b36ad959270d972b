import { reachesContact, type PersonPrincipal } from '@lacre/access';
import { ERASED, processIdOf, type FaceCapture } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import { Refusal } from '@lacre/http';

import { readProcess } from '../process/process-record.ts';

/**
 * Checks what a person wants to sign against what they are asked: their own signatures, and photos from files only
 * where every one of them allows it. Whether they may still be signed is decided when they are.
 *
 * @throws Refusal SIGNER_NOT_FOUND, IS_NOT_SIGNER, AUTH_PERSON_NOT_FOUND for an erased person,
 * AUTH_PERSON_NO_AUTHORIZATION, FACE_UPLOAD_NOT_ALLOWED
 */
export async function assertAsked(
  { log }: { log: DomainLog },
  principal: PersonPrincipal,
  signatureIds: readonly string[],
  capture: FaceCapture,
): Promise<void> {
  const { sub, tenantId } = principal;
  const byProcess = Map.groupBy(new Set(signatureIds), processIdOf);
  for (const [processId, asked] of byProcess) {
    const record = await readProcess(log, processId);
    if (record === undefined || record.created.tenantId !== tenantId) throw new Refusal('SIGNER_NOT_FOUND');
    for (const id of asked) {
      const signature = record.state.signatures.get(id);
      if (signature === undefined) throw new Refusal('SIGNER_NOT_FOUND');
      if (signature.personId !== sub) throw new Refusal('IS_NOT_SIGNER');
    }
    const self = record.state.participants.find(({ personId }) => personId === sub);
    if (self?.email === ERASED) throw new Refusal('AUTH_PERSON_NOT_FOUND');
    if (self === undefined || !reachesContact(principal, self))
      throw new Refusal('AUTH_PERSON_NO_AUTHORIZATION');
    if (capture === 'file' && self.requirements.faceUpload !== true)
      throw new Refusal('FACE_UPLOAD_NOT_ALLOWED');
  }
}
