import { FACE_TERMS_VERSION, streams, type AnswerOf } from '@lacre/contracts';
import { verifyProof } from '@lacre/proofs';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestFaceEngine } from '../../testing/face/face-engine.ts';
import { LATER, portrait, portraits, type SamplePerson } from '../../testing/face/face-pictures.ts';
import { facedProcess } from '../../testing/face/faced-process.ts';
import { IdentityCheck } from '../../testing/face/identity-check.ts';
import { FaceCaller } from '../../testing/face/show-face.ts';
import { openTestSigner, type TestSigner } from '../../testing/test-signer.ts';
import { httpComparison } from './http-comparison.ts';

const engine = openTestFaceEngine();
const register = new Map<string, readonly Float32Array[]>();
const service = new IdentityCheck(engine, register);
let test: TestSigner;
let source: string;
beforeAll(async () => {
  const url = await service.listen();
  source = new URL(url).host;
  const comparison = httpComparison({
    url,
    logger: pino({ level: 'silent' }),
    // Its answer waits for an engine that has yet to load, on a machine with other work.
    timeoutMs: 60_000,
    backoffMs: 10,
  });
  test = await openTestSigner({}, { faceRegister: { comparison, minimum: 60 } });
}, 60_000);
afterAll(async () => {
  await test.close();
  await service.close();
  await engine.close();
});

/** A person whose face the register has as that of `known`; enrols photos of `who`. */
async function enrols(who: SamplePerson, known: SamplePerson | undefined) {
  const asked = await facedProcess(test, { faceUpload: true });
  const caller = new FaceCaller(test, test.asPerson(asked.tenantId, asked.personId));
  const { main } = await engine.look(await portrait(known ?? 'ana', LATER));
  if (known !== undefined && main !== undefined) register.set(asked.cpf, [main.template]);
  const { body: started } = await caller.start('enrolment', [asked.signatureId], 'file');
  const { challengeId, nonce } = started;
  for (const photo of await portraits(who)) await caller.picture(challengeId, 'photo', photo);
  const consent = { accepted: true, termsVersion: FACE_TERMS_VERSION };
  service.requests.length = 0;
  const enrol = () => caller.send('POST', '/signature/face', { challengeId, nonce, consent });
  return { ...asked, caller, enrol, enrolled: await enrol() };
}

it('has an enrolled face checked by CPF once, and states it wherever it is compared', async () => {
  const { caller, enrol, enrolled, cpf, signatureId } = await enrols('eva', 'eva');
  expect(enrolled.status).toBe(201);
  expect((await enrol()).body).toEqual(enrolled.body);
  expect(service.requests.map((request) => request.cpf)).toEqual([cpf]);
  const status = await caller.send<AnswerOf<'getFace'>>('GET', '/signature/face');
  expect(status.body.consent.register).toBe(source);
  const { body: started } = await caller.start('signature', [signatureId], 'file');
  const { challengeId, nonce } = started;
  await caller.picture(challengeId, 'photo', await portrait('eva', LATER));
  const path = `/signature/face/challenge/${challengeId}/proof`;
  const proven = await caller.send<AnswerOf<'proveFace'>>('POST', path, { nonce });
  const verified = await verifyProof('face', proven.body.proof, {
    secret: test.signer.proofSecret,
    now: new Date(),
  });
  expect(verified).toMatchObject({ claims: { enrolment: { register: { source, threshold: 60 } } } });
}, 120_000);

it('refuses a face that is another person’s in the register, and counts a try', async () => {
  const { enrolled, personId, caller } = await enrols('bia', 'eva');
  expect([enrolled.status, enrolled.body.code]).toEqual([403, 'FACE_NOT_RECOGNIZED']);
  const events = await Array.fromAsync(test.signer.eventStore.readStream(streams.face(personId)));
  expect(events.map(({ type }) => type)).toEqual(['FaceRefused']);
  expect(events[0]?.data).toMatchObject({ modelId: source, threshold: 60 });
  const { body } = await caller.send<AnswerOf<'getFace'>>('GET', '/signature/face');
  expect(body.triesLeft).toBe(2);
}, 120_000);

it('refuses a person unknown to the register, with a code of its own', async () => {
  const { enrolled, personId } = await enrols('eva', undefined);
  expect([enrolled.status, enrolled.body.code]).toEqual([422, 'FACE_REGISTER_UNKNOWN']);
  expect(await Array.fromAsync(test.signer.eventStore.readStream(streams.face(personId)))).toEqual([]);
}, 120_000);

it('refuses to enrol while the service is away, and enrols when it is back', async () => {
  service.next = Array.from({ length: 3 }, () => 'fail');
  const { enrolled, enrol } = await enrols('eva', 'eva');
  expect([enrolled.status, enrolled.body.code]).toEqual([502, 'FACE_SERVICE_ERROR']);
  expect((await enrol()).status).toBe(201);
}, 120_000);
