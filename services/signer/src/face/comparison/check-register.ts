import type { FaceRegister } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import { readPersonRecord } from '../../template/read-records.ts';
import type { FaceService } from '../face-service.ts';
import type { FacePerson } from '../record-face.ts';
import { refuseFace } from '../refuse-face.ts';

interface Asked {
  challengeId: string;
  nonce: string;
}

/**
 * Has the face to be enrolled compared with the register by an identity check, where one is configured: trust in it then
 * begins there, and not with the holder of the contact. Without a lock: the service may take half a minute.
 *
 * @throws Refusal FACE_NOT_RECOGNIZED, which counts as a try, FACE_REGISTER_UNKNOWN, FACE_SERVICE_ERROR, TOO_MANY_REQUESTS
 */
export async function checkRegister(
  service: FaceService,
  by: FacePerson,
  { challengeId, nonce }: Asked,
): Promise<FaceRegister | undefined> {
  const { signer, lists, challenges, tries } = service;
  if (signer.faceRegister === undefined) return undefined;
  const { comparison, minimum: threshold } = signer.faceRegister;
  // The same request once more, of what is enrolled already.
  if ((await lists.find(by.personId))?.enrolmentId === challengeId) return undefined;
  const challenge = await challenges.find(by.personId, challengeId);
  const { purpose, status, content, tenantId } = challenge;
  const [frame] = content?.frames.filter(({ photo }) => photo !== undefined) ?? [];
  // What is wrong with the challenge itself is said by the enrolment.
  if (purpose !== 'enrolment' || challenge.nonce !== nonce || status !== 'passed') return undefined;
  if (frame?.photo === undefined) return undefined;
  await tries.assertNotWaiting(by.personId);
  const person = await readPersonRecord(signer.log, tenantId, by.personId);
  if (person === undefined) throw new Refusal('PERSON_NOT_FOUND');
  const shown = { template: frame.template, photo: frame.photo };
  const { similarity } = await comparison.compare({ cpf: person.cpf, enrolled: [] }, [shown]);
  const { source } = comparison;
  if (similarity >= threshold)
    return { source, similarity, threshold, checkedAt: signer.now().toISOString() };
  await challenges.advance(challenge, 'failed', undefined);
  await refuseFace(service, by, challenge, 'FACE_NOT_RECOGNIZED', { similarity, threshold, modelId: source });
  throw new Refusal('FACE_NOT_RECOGNIZED');
}
