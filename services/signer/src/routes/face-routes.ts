import type { Actor, ClientContext } from '@lacre/contracts';
import { Refusal, route, type Principal } from '@lacre/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { MAX_PICTURE_BYTES } from '../face/engine/decode-picture.ts';
import { enrolFace } from '../face/enrol-face.ts';
import { eraseFace } from '../face/erase-face.ts';
import type { FaceService } from '../face/face-service.ts';
import { faceStatus } from '../face/face-status.ts';
import { proveFace } from '../face/prove-face.ts';
import type { FacePerson } from '../face/record-face.ts';
import { sendFrame } from '../face/send-frame.ts';
import { sendPhoto } from '../face/send-photo.ts';
import { startChallenge } from '../face/start-challenge.ts';
import { sendPrivatePicture } from '../files/send-image.ts';
import { receiveFile } from '../intake/receive-file.ts';
import { readPersonRecord } from '../template/read-records.ts';

interface FaceCall {
  principal: Principal;
  request: FastifyRequest;
  client: ClientContext;
}

const actorOf = ({ principal, request, client }: FaceCall): FacePerson => {
  const { kind, sub: id, name } = principal;
  const token = kind === 'user' && principal.tokenId !== undefined ? { tokenId: principal.tokenId } : {};
  const actor = { kind, id, name, ...token } as Actor;
  const proven = principal.kind === 'person' ? (principal.proven ?? []) : [];
  return { personId: id, proven, actor, correlationId: request.id, client };
};

/** A picture of the multipart field `file`; what is wrong with it is told in the words of pictures. */
async function receivePicture(call: { request: FastifyRequest; reply: FastifyReply }): Promise<Uint8Array> {
  try {
    return (await receiveFile(call, MAX_PICTURE_BYTES)).bytes;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'UPLOAD_TOO_LARGE') throw new Refusal('FILE_SIZE_HIGGER_2MB');
    if (error.code === 'NO_FILES_UPLOADED') throw new Refusal('NO_SELFIES_PROVIDED');
    throw error;
  }
}

/** Faces of people who sign: enrolled, shown, proven, erased. */
export function faceRoutes(app: FastifyInstance, faces: FaceService): void {
  const { signer, lists } = faces;
  route(app, 'getFace', ({ principal }) => faceStatus(faces, principal));
  route(app, 'startFaceChallenge', (call) => startChallenge(faces, actorOf(call), call.principal, call.body));
  route(app, 'sendFaceFrame', async (call) =>
    sendFrame(faces, actorOf(call), call.params.challengeId, await receivePicture(call)),
  );
  route(app, 'sendFacePhoto', async (call) => {
    const picture = await receivePicture(call);
    return sendPhoto(faces, call.principal.sub, call.params.challengeId, picture);
  });
  route(app, 'enrolFace', (call) => {
    const { challengeId, nonce, consent } = call.body;
    return enrolFace(faces, actorOf(call), { challengeId, nonce, termsVersion: consent.termsVersion });
  });
  route(app, 'proveFace', (call) =>
    proveFace(faces, actorOf(call), { challengeId: call.params.challengeId, nonce: call.body.nonce }),
  );
  route(app, 'readFacePhoto', async ({ principal, params, reply }) => {
    const list = await lists.find(principal.sub);
    const photo = list && (await lists.photo(list, params.number, signer.now()));
    if (photo === undefined) throw new Refusal('FACE_LIST_DONT_EXISTS');
    return sendPrivatePicture(reply, photo, 'image/jpeg');
  });
  route(app, 'eraseFace', async (call) => {
    const { sub } = call.principal;
    const why = { reason: 'consent-withdrawn', key: `${sub} ${call.idempotencyKey}` } as const;
    return { position: await eraseFace(faces, actorOf(call), sub, why) };
  });
  route(app, 'erasePersonFace', async (call) => {
    const { personId } = call.params;
    const { tenantId, sub } = call.principal;
    const person = await readPersonRecord(signer.eventStore, tenantId, personId);
    if (person === undefined) throw new Refusal('PERSON_NOT_FOUND');
    const why = { reason: 'by-account', key: `${sub} ${call.idempotencyKey}` } as const;
    return { position: await eraseFace(faces, actorOf(call), personId, why) };
  });
}
