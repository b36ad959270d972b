import { randomUUID } from 'node:crypto';

import { FACE_TERMS_VERSION, streams, type AnswerOf, type Requirements } from '@lacre/contracts';
import { afterAll, beforeAll, expect } from 'vitest';

import { openTestSigner, type TestSigner } from '../test-signer.ts';
import { LATER, PHOTOS, portrait } from './face-pictures.ts';
import { facedProcess } from './faced-process.ts';
import { FaceCaller } from './show-face.ts';

export const CONSENT = { accepted: true, termsVersion: FACE_TERMS_VERSION };

/** A person who is asked for their face. */
export interface AskedPerson extends Awaited<ReturnType<typeof facedProcess>> {
  caller: FaceCaller;
}

/** Enrols eva's face before the camera. */
export async function enrol({ caller, signatureId }: AskedPerson, key: string = randomUUID()) {
  const { body: started } = await caller.start('enrolment', [signatureId]);
  const passed = await caller.pass(started, 'eva');
  expect(passed.body.state).toBe('passed');
  const { challengeId, nonce } = started;
  const body = { challengeId, nonce, consent: CONSENT };
  const enrolled = await caller.send<AnswerOf<'enrolFace'>>('POST', '/signature/face', body, {
    'idempotency-key': key,
  });
  return { enrolled, body };
}

/** The answer to an enrolment by photos from files: what is not about the camera needs no more. */
export async function enrolledWith({ caller, signatureId }: AskedPerson, who: 'eva' | 'ana') {
  const { body: started } = await caller.start('enrolment', [signatureId], 'file');
  const { challengeId, nonce } = started;
  for (const how of PHOTOS)
    expect((await caller.picture(challengeId, 'photo', await portrait(who, how))).status).toBe(200);
  return caller.send('POST', '/signature/face', { challengeId, nonce, consent: CONSENT });
}

/** Enrols eva's face by photos from files. */
export async function enrolPhotos(eva: AskedPerson) {
  expect((await enrolledWith(eva, 'eva')).status).toBe(201);
}

/** A whole check by a photo from a file. */
export async function showPhoto({ caller, signatureId }: AskedPerson, who: 'eva' | 'ana') {
  const { status, body: started } = await caller.start('signature', [signatureId], 'file');
  if (status !== 201) return { status, body: started };
  const { challengeId, nonce } = started;
  await caller.picture(challengeId, 'photo', await portrait(who, LATER));
  return caller.send<AnswerOf<'proveFace'>>('POST', `/signature/face/challenge/${challengeId}/proof`, {
    nonce,
  });
}

/** A whole check with a person before the camera. */
export async function show({ caller, signatureId }: AskedPerson, who: 'eva' | 'ana') {
  const { status, body: started } = await caller.start('signature', [signatureId]);
  if (status !== 201) return { status, body: started };
  const passed = await caller.pass(started, who, LATER);
  if (passed.status !== 200) return passed;
  const { challengeId, nonce } = started;
  return caller.send<AnswerOf<'proveFace'>>('POST', `/signature/face/challenge/${challengeId}/proof`, {
    nonce,
  });
}

/** Status and error code of an answer. */
export const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** A signer service for the tests of a file. */
export function useFaces() {
  let test: TestSigner;
  beforeAll(async () => {
    test = await openTestSigner();
  });
  afterAll(() => test.close());
  return {
    get test() {
      return test;
    },
    askedPerson: async (
      requirements: Partial<Requirements> = {},
      tenantId?: string,
    ): Promise<AskedPerson> => {
      const asked = await facedProcess(test, requirements, tenantId);
      return { ...asked, caller: new FaceCaller(test, test.asPerson(asked.tenantId, asked.personId)) };
    },
    /** The events of a person's face, by type. */
    types: async (personId: string): Promise<string[]> => {
      const events = await Array.fromAsync(test.signer.eventStore.readStream(streams.face(personId)));
      return events.map(({ type }) => type);
    },
  };
}
