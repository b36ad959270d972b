import { FACE_TERMS_VERSION, type AnswerOf, type Requirements } from '@lacre/contracts';
import { groupPicture, plainPicture, portrait, portraits } from '@lacre/signer/testing/face/face-pictures';

import type { Api } from '../support/api.ts';
import { when, type Provocations } from './provocation.ts';
import { signBody, type Stage, type Waiting } from './stage.ts';

const CONSENT = { accepted: true, termsVersion: FACE_TERMS_VERSION };
/** In days. */
const A_MINUTE = 1 / (24 * 60);
/** More pictures than may wait to be looked at. */
const CROWD = 45;

const pictureOf = (bytes: Uint8Array, challengeId: string) => ({
  params: { challengeId },
  file: new Blob([new Uint8Array(bytes)]),
  fileName: 'rosto.jpg',
});

/** A process that asks for a face, of which a photo will do. */
async function asking(stage: Stage, more: Partial<Requirements> = { faceUpload: true }): Promise<Waiting> {
  const person = await stage.person();
  const requirements = { face: true, ...more };
  const body = {
    ...stage.processBody(),
    participants: [{ personId: person.personId, part: 'signer', requirements }],
  };
  const { processId } = await stage.account.api.call('createProcess', { body });
  const api = await stage.signedIn(processId, person);
  return stage.asked(api, person, processId);
}

const start = (
  { api, signatureId }: Waiting,
  purpose: 'enrolment' | 'signature',
  capture: 'live' | 'file' = 'file',
): Promise<AnswerOf<'startFaceChallenge'>> =>
  api.call('startFaceChallenge', { body: { purpose, signatureIds: [signatureId], capture } });

async function photograph(api: Api, challengeId: string, picture: Buffer): Promise<void> {
  await api.call('sendFacePhoto', pictureOf(picture, challengeId));
}

const enrolment = ({ challengeId, nonce }: AnswerOf<'startFaceChallenge'>, more: object = {}) => ({
  body: { challengeId, nonce, consent: CONSENT, ...more },
});

/** Eva's face is enrolled. */
async function enrolled(stage: Stage): Promise<Waiting> {
  const waiting = await asking(stage);
  const challenge = await start(waiting, 'enrolment');
  for (const picture of await portraits('eva')) await photograph(waiting.api, challenge.challengeId, picture);
  await waiting.api.call('enrolFace', enrolment(challenge));
  return waiting;
}

/** Faces of people who sign. */
export const FACE_CODES: Provocations = {
  AUTH_NO_PERSON_FACELIST: when('startFaceChallenge', 'no face is enrolled', async (stage, send) => {
    const { api, signatureId } = await asking(stage);
    return send(api, { body: { purpose: 'signature', signatureIds: [signatureId] } });
  }),
  NO_SELFIES_PROVIDED: when('sendFacePhoto', 'the photo is empty', async (stage, send) => {
    const waiting = await asking(stage);
    const { challengeId } = await start(waiting, 'enrolment');
    return send(waiting.api, pictureOf(new Uint8Array(), challengeId));
  }),
  NO_FACE_DETECTED: when('sendFacePhoto', 'no face is in the photo', async (stage, send) => {
    const waiting = await asking(stage);
    const { challengeId } = await start(waiting, 'enrolment');
    return send(waiting.api, pictureOf(await plainPicture(), challengeId));
  }),
  MULTIPLE_FACES_DETECTED: when('sendFacePhoto', 'several people are in the photo', async (stage, send) => {
    const waiting = await asking(stage);
    const { challengeId } = await start(waiting, 'enrolment');
    return send(waiting.api, pictureOf(await groupPicture(), challengeId));
  }),
  FACE_QUALITY_LOW: when('sendFacePhoto', 'the photo is too dark', async (stage, send) => {
    const waiting = await asking(stage);
    const { challengeId } = await start(waiting, 'enrolment');
    return send(waiting.api, pictureOf(await portrait('eva', { brightness: 0.25 }), challengeId));
  }),
  FACE_PICTURES_DISAGREE: when('sendFacePhoto', 'the photos show two people', async (stage, send) => {
    const waiting = await asking(stage);
    const { challengeId } = await start(waiting, 'enrolment');
    await photograph(waiting.api, challengeId, await portrait('eva'));
    return send(waiting.api, pictureOf(await portrait('bia'), challengeId));
  }),
  FACE_PICTURES_MISSING: when('enrolFace', 'there is one photo alone', async (stage, send) => {
    const waiting = await asking(stage);
    const challenge = await start(waiting, 'enrolment');
    await photograph(waiting.api, challenge.challengeId, await portrait('eva'));
    return send(waiting.api, enrolment(challenge));
  }),
  FACE_PICTURE_REPEATED: when('sendFacePhoto', 'the photo was sent before', async (stage, send) => {
    const waiting = await asking(stage);
    const { challengeId } = await start(waiting, 'enrolment');
    await photograph(waiting.api, challengeId, await portrait('eva'));
    return send(waiting.api, pictureOf(await portrait('eva', { brightness: 0.95 }), challengeId));
  }),
  FACE_UPLOAD_NOT_ALLOWED: when(
    'startFaceChallenge',
    'photos from files are not allowed by the process',
    async (stage, send) => {
      const { api, signatureId } = await asking(stage, {});
      return send(api, { body: { purpose: 'enrolment', signatureIds: [signatureId], capture: 'file' } });
    },
  ),
  FACE_CHALLENGE_NOT_FOUND: when('sendFaceFrame', 'there is no such challenge', async (stage, send) => {
    const { api } = await asking(stage);
    return send(api, pictureOf(await plainPicture(), stage.unknownId));
  }),
  FACE_CONSENT_REQUIRED: when('enrolFace', 'the person does not consent', async (stage, send) => {
    const waiting = await asking(stage);
    const challenge = await start(waiting, 'enrolment');
    const consent = { accepted: false, termsVersion: FACE_TERMS_VERSION };
    return send(waiting.api, enrolment(challenge, { consent }));
  }),
  FACE_LIST_ALREADY_EXISTS: when('startFaceChallenge', 'a face is enrolled', async (stage, send) => {
    const { api, signatureId } = await enrolled(stage);
    return send(api, { body: { purpose: 'enrolment', signatureIds: [signatureId] } });
  }),
  FACE_LIST_DONT_EXISTS: when('eraseFace', 'no face is enrolled', async (stage, send) =>
    send((await asking(stage)).api),
  ),
  FACE_NOT_RECOGNIZED: when('proveFace', 'it is the face of another person', async (stage, send) => {
    const waiting = await enrolled(stage);
    const { challengeId, nonce } = await start(waiting, 'signature');
    await photograph(waiting.api, challengeId, await portrait('bia'));
    return send(waiting.api, { params: { challengeId }, body: { nonce } });
  }),
  FACE_SERVICE_ERROR: when('sendFaceFrame', 'too many pictures wait to be looked at', async (stage, send) => {
    const waiting = await asking(stage);
    const { challengeId } = await start(waiting, 'enrolment', 'live');
    const picture = await plainPicture();
    const answers = await Promise.all(
      Array.from({ length: CROWD }, () => send(waiting.api, pictureOf(picture, challengeId))),
    );
    const refused = answers.find(({ status }) => status === 502);
    if (refused === undefined) throw new Error('all of them were looked at');
    return refused;
  }),
  FACE_PROOF_REQUIRED: when('sign', 'the process asks for a face, and none is shown', async (stage, send) => {
    const waiting = await asking(stage);
    return send(waiting.api, { body: signBody(waiting) });
  }),
  FACE_PROOF_INVALID: when('sign', 'the proof of a face is none of this platform', async (stage, send) => {
    const waiting = await asking(stage);
    return send(waiting.api, { body: { ...signBody(waiting), face: 'nenhuma' } });
  }),
  LIVENESS_FAILED: when('sendFaceFrame', 'a step takes too long', async (stage, send) => {
    const waiting = await asking(stage);
    const { challengeId } = await start(waiting, 'enrolment', 'live');
    stage.lacre.advance(A_MINUTE);
    return send(waiting.api, pictureOf(await portrait('eva'), challengeId));
  }),
};
