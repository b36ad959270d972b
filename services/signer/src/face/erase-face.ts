import { streams, type DataOf } from '@lacre/contracts';
import { derivedId, type Position } from '@lacre/event-store';
import { Refusal } from '@lacre/http';

import type { FaceList } from './face-lists.ts';
import type { FaceService } from './face-service.ts';
import { recordFace, type FaceActor } from './record-face.ts';

type Reason = DataOf<'FaceErased'>['reason'];

/**
 * Erases what is kept of a person's face. What its templates said when signatures were made stays in their record: figures.
 *
 * Commit point: the transaction, which ends after FaceErased is appended. A crash between the two leaves the list, and
 * a repeat erases it under the same event.
 *
 * @param key of the request; the same one again is answered alike
 * @throws Refusal FACE_LIST_DONT_EXISTS
 */
export async function eraseFace(
  service: FaceService,
  by: FaceActor,
  personId: string,
  { reason, key }: { reason: Reason; key: string },
): Promise<Position> {
  const { signer, lists } = service;
  const id = derivedId('face-erased', personId, key);
  return lists.alone(personId, async (client) => {
    const list = await lists.find(personId, client);
    if (list === undefined) {
      for await (const event of signer.log.readStream(streams.face(personId)))
        if (event.id === id) return event.position;
      throw new Refusal('FACE_LIST_DONT_EXISTS');
    }
    await lists.remove(client, list);
    return recordErasure(service, by, list, { id, reason });
  });
}

const recordErasure = (
  { signer }: FaceService,
  by: FaceActor,
  { personId, tenantId, enrolmentId }: FaceList,
  { id, reason }: { id: string; reason: Reason },
): Promise<Position> => {
  const data = { personId, tenantId, enrolmentId, reason, erasedAt: signer.now().toISOString() };
  return recordFace(signer, by, [{ id, event: { type: 'FaceErased', data } }]);
};
