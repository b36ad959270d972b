import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { eraseFace } from '../../face/erase-face.ts';
import { faceCallerOf } from '../../face/face-caller.ts';
import { readPersonRecord } from '../../template/read-records.ts';

export const route = defineRoute('erasePersonFace', async (call, { faces, log }) => {
  const { personId } = call.params;
  const { tenantId, sub } = call.principal;
  const person = await readPersonRecord(log, tenantId, personId);
  if (person === undefined) throw new Refusal('PERSON_NOT_FOUND');
  const why = { reason: 'by-account', key: `${sub} ${call.idempotencyKey}` } as const;
  return { position: await eraseFace(faces, faceCallerOf(call), personId, why) };
});
