import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { FACE_TERMS_VERSION, streams, type AnswerOf, type Requirements } from '@lacre/contracts';
import { verifyProof } from '@lacre/proofs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { groupPicture, LATER, PHOTOS, plainPicture, portrait, posed } from '../testing/face/face-pictures.ts';
import { facedProcess, recordEvent } from '../testing/face/faced-process.ts';
import { FaceCaller } from '../testing/face/show-face.ts';
import { openTestSigner, type TestSigner } from '../testing/test-signer.ts';
import { createFaceService } from './face-service.ts';
import { followFaces, tidyFaces } from './face-workers.ts';

let test: TestSigner;
beforeAll(async () => {
  test = await openTestSigner();
});
afterAll(() => test.close());

const CONSENT = { accepted: true, termsVersion: FACE_TERMS_VERSION };

/** Somebody who is asked for their face. */
async function somebody(requirements: Partial<Requirements> = {}, tenantId?: string) {
  const asked = await facedProcess(test, requirements, tenantId);
  return { ...asked, caller: new FaceCaller(test, test.asPerson(asked.tenantId, asked.personId)) };
}
type Somebody = Awaited<ReturnType<typeof somebody>>;

async function enrol({ caller, signatureId }: Somebody, key: string = randomUUID()) {
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

/** Photos of files, where they are taken: what is not about the camera needs no more. */
async function enrolledWith({ caller, signatureId }: Somebody, who: 'eva' | 'ana') {
  const { body: started } = await caller.start('enrolment', [signatureId], 'file');
  const { challengeId, nonce } = started;
  for (const how of PHOTOS)
    expect((await caller.picture(challengeId, 'photo', await portrait(who, how))).status).toBe(200);
  return caller.send('POST', '/signature/face', { challengeId, nonce, consent: CONSENT });
}

async function enrolPhotos(eva: Somebody) {
  expect((await enrolledWith(eva, 'eva')).status).toBe(201);
}

/** A whole check by a photo from a file. */
async function showPhoto({ caller, signatureId }: Somebody, who: 'eva' | 'ana') {
  const { status, body: started } = await caller.start('signature', [signatureId], 'file');
  if (status !== 201) return { status, body: started };
  const { challengeId, nonce } = started;
  await caller.picture(challengeId, 'photo', await portrait(who, LATER));
  return caller.send<AnswerOf<'proveFace'>>('POST', `/signature/face/challenge/${challengeId}/proof`, {
    nonce,
  });
}

/** A whole check with somebody before the camera. */
async function show({ caller, signatureId }: Somebody, who: 'eva' | 'ana') {
  const { status, body: started } = await caller.start('signature', [signatureId]);
  if (status !== 201) return { status, body: started };
  const passed = await caller.pass(started, who, LATER);
  if (passed.status !== 200) return passed;
  const { challengeId, nonce } = started;
  return caller.send<AnswerOf<'proveFace'>>('POST', `/signature/face/challenge/${challengeId}/proof`, {
    nonce,
  });
}

const types = async (personId: string) =>
  (await Array.fromAsync(test.signer.eventStore.readStream(streams.face(personId)))).map(({ type }) => type);
const told = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('a face', { timeout: 120_000 }, () => {
  it('is enrolled with consent, recognised, and proven for what is to be signed', async () => {
    const eva = await somebody();
    const { caller, personId, tenantId, signatureId } = eva;
    const before = await caller.send<AnswerOf<'getFace'>>('GET', '/signature/face');
    expect(before.body).toMatchObject({ enrolled: null, triesLeft: 3, waitUntil: null });
    expect(told(await caller.start('signature', [signatureId]))).toEqual([409, 'AUTH_NO_PERSON_FACELIST']);

    const { enrolled, body } = await enrol(eva);
    expect(enrolled.status).toBe(201);
    expect(enrolled.body.photos).toBeGreaterThanOrEqual(3);
    expect(await types(personId)).toEqual(['FaceConsentGiven', 'FaceEnrolled']);
    // Once more, as after a lost answer.
    const again = await caller.send('POST', '/signature/face', body);
    expect([again.status, again.body]).toEqual([201, enrolled.body]);
    expect(await types(personId)).toHaveLength(2);
    expect(told(await caller.start('enrolment', [signatureId]))).toEqual([409, 'FACE_LIST_ALREADY_EXISTS']);

    const proven = await show(eva, 'eva');
    expect(proven.status).toBe(200);
    const { proof, similarity } = proven.body as AnswerOf<'proveFace'>;
    expect(similarity).toBeGreaterThan(80);
    const verified = await verifyProof('face', proof, { secret: test.signer.proofSecret, now: new Date() });
    expect(verified).toMatchObject({
      ok: true,
      claims: { personId, tenantId, signatureIds: [signatureId], similarity, threshold: 50, capture: 'live' },
    });
  });

  it('of somebody else is not recognised; after three there is a wait', async () => {
    const eva = await somebody({ faceUpload: true });
    await enrolPhotos(eva);
    expect(told(await show(eva, 'ana'))).toEqual([403, 'FACE_NOT_RECOGNIZED']);
    // A photo is a try like any other.
    for (let tries = 1; tries < 3; tries++)
      expect(told(await showPhoto(eva, 'ana'))).toEqual([403, 'FACE_NOT_RECOGNIZED']);
    expect(told(await show(eva, 'eva'))).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(told(await showPhoto(eva, 'eva'))).toEqual([429, 'TOO_MANY_REQUESTS']);
    const { body } = await eva.caller.send<AnswerOf<'getFace'>>('GET', '/signature/face');
    expect(body).toMatchObject({ triesLeft: 0, waitUntil: expect.any(String) as string });
    expect((await types(eva.personId)).filter((type) => type === 'FaceRefused')).toHaveLength(3);
  });

  it('of somebody else has three tries, also when many challenges are presented at once', async () => {
    const eva = await somebody({ faceUpload: true });
    await enrolPhotos(eva);
    const challenges = await Promise.all(
      Array.from({ length: 12 }, () => eva.caller.start('signature', [eva.signatureId], 'file')),
    );
    const ana = await portrait('ana', LATER);
    for (const { body } of challenges) await eva.caller.picture(body.challengeId, 'photo', ana);
    const replies = await Promise.all(
      challenges.map(({ body: { challengeId, nonce } }) =>
        eva.caller.send('POST', `/signature/face/challenge/${challengeId}/proof`, { nonce }),
      ),
    );
    const codes = replies.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'FACE_NOT_RECOGNIZED')).toHaveLength(3);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(9);
  });

  it('that is erased proves nothing any more, nor does what it proved before', async () => {
    const eva = await somebody({ faceUpload: true });
    const { caller, signatureId, personId } = eva;
    await enrolPhotos(eva);
    const { body: started } = await caller.start('signature', [signatureId], 'file');
    const { challengeId, nonce } = started;
    await caller.picture(challengeId, 'photo', await portrait('eva', LATER));
    const prove = () =>
      caller.send<AnswerOf<'proveFace'>>('POST', `/signature/face/challenge/${challengeId}/proof`, { nonce });
    const proven = await prove();
    expect(proven.status).toBe(200);
    expect((await prove()).body).toMatchObject({ similarity: proven.body.similarity });
    const { claims } = (await verifyProof('face', proven.body.proof, {
      secret: test.signer.proofSecret,
      now: new Date(),
    })) as { claims: { consentVersion?: string } };
    expect(claims.consentVersion).toBe(FACE_TERMS_VERSION);
    const { body: open } = await caller.start('signature', [signatureId]);
    const { challenges } = createFaceService(test.signer);
    const atHand = await challenges.find(personId, open.challengeId);
    expect((await caller.send('DELETE', '/signature/face')).status).toBe(200);
    // As a picture does that is being judged meanwhile.
    await expect(challenges.advance(atHand, 'open', atHand.content)).rejects.toMatchObject({
      code: 'CONCURRENT_CHANGE',
    });
    expect(told(await prove())).toEqual([404, 'FACE_CHALLENGE_NOT_FOUND']);
    await enrolPhotos(eva);
    expect(told(await prove())).toEqual([404, 'FACE_CHALLENGE_NOT_FOUND']);
    expect(await types(personId)).toHaveLength(5);
  });

  it('of an engine of before is erased when another is enrolled, and before that', async () => {
    const eva = await somebody({ faceUpload: true });
    await enrolPhotos(eva);
    await test.signer.pool.query(
      `update signer.face_list set model_id = 'an engine of before' where person_id = $1`,
      [eva.personId],
    );
    const status = await eva.caller.send<AnswerOf<'getFace'>>('GET', '/signature/face');
    expect([status.body.enrolled, status.body.kept?.templates]).toEqual([null, 3]);
    await enrolPhotos(eva);
    const events = await Array.fromAsync(test.signer.eventStore.readStream(streams.face(eva.personId)));
    const [erased, , again] = events.slice(-3);
    expect([erased?.type, again?.type]).toEqual(['FaceErased', 'FaceEnrolled']);
    const at = (moment: unknown) => new Date(String(moment)).getTime();
    expect(at(erased?.data['erasedAt'])).toBeLessThanOrEqual(at(again?.data['enrolledAt']));
    expect((await showPhoto(eva, 'eva')).status).toBe(200);
  });

  it('keeps nobody else waiting when one person asks for much at once', async () => {
    const [eva, rui] = [await somebody({ faceUpload: true }), await somebody({ faceUpload: true })];
    const { body: started } = await eva.caller.start('enrolment', [eva.signatureId], 'file');
    const { challengeId, nonce } = started;
    for (const how of PHOTOS) await eva.caller.picture(challengeId, 'photo', await portrait('eva', how));
    const body = { challengeId, nonce, consent: CONSENT };
    const [others, ...own] = await Promise.all([
      rui.caller.send<AnswerOf<'getFace'>>('GET', '/signature/face'),
      ...Array.from({ length: 30 }, () => eva.caller.send('POST', '/signature/face', body)),
    ]);
    expect(others?.status).toBe(200);
    expect(own.map(({ status }) => status)).toEqual(own.map(() => 201));
    expect(await types(eva.personId)).toEqual(['FaceConsentGiven', 'FaceEnrolled']);
    // Nor does a crowd of one person's pictures take the places that others wait in.
    const { body: crowded } = await rui.caller.start('enrolment', [rui.signatureId], 'file');
    const { body: shown } = await eva.caller.start('signature', [eva.signatureId], 'file');
    const [plain, face] = [await plainPicture(), await portrait('eva', LATER)];
    const crowd = Array.from({ length: 40 }, () => rui.caller.picture(crowded.challengeId, 'photo', plain));
    await Promise.any(
      crowd.map(async (reply) => {
        if ((await reply).status !== 502) throw new Error('it was looked at');
      }),
    );
    expect((await eva.caller.picture(shown.challengeId, 'photo', face)).status).toBe(200);
    const refusals = (await Promise.all(crowd)).map(told);
    expect(refusals).toContainEqual([422, 'NO_FACE_DETECTED']);
    expect(refusals).toContainEqual([502, 'FACE_SERVICE_ERROR']);
  });

  it('is compared by what the tenant asks for, if that is more', async () => {
    const eva = await somebody({ faceUpload: true });
    await enrolPhotos(eva);
    await recordEvent(test, streams.tenant(eva.tenantId), eva.tenantId, {
      type: 'TenantSettingsChanged',
      data: { tenantId: eva.tenantId, settings: { faceSimilarity: 60 } },
    });
    const proven = await showPhoto(eva, 'eva');
    expect(proven.body).toMatchObject({ threshold: 60 });
  });

  it('is bound to a contact that the session of its enrolment had proven', async () => {
    const [before, after] = ['eva@exemplo.com.br', 'eva.nova@exemplo.com.br'];
    const { tenantId, personId, signatureId } = await facedProcess(test, { faceUpload: true });
    const eva = { ...(await somebody()), tenantId, personId, signatureId };
    const first = new FaceCaller(test, test.asPerson(tenantId, personId, [before]));
    await enrolPhotos({ ...eva, caller: first });
    const moved = await facedProcess(test, { faceUpload: true }, tenantId, { personId, email: after });
    const second = new FaceCaller(test, test.asPerson(tenantId, personId, [after]));
    const other = { ...eva, ...moved, caller: second };
    const { body } = await second.send<AnswerOf<'getFace'>>('GET', '/signature/face');
    expect(body.enrolled).toBeNull();
    expect(told(await showPhoto(other, 'eva'))).toEqual([409, 'AUTH_NO_PERSON_FACELIST']);
    // Who takes over the contact does not take over the face.
    expect(told(await enrolledWith(other, 'ana'))).toEqual([403, 'FACE_NOT_RECOGNIZED']);
    expect((await types(personId)).at(-1)).toBe('FaceRefused');
    expect((await showPhoto({ ...eva, caller: first }, 'eva')).status).toBe(200);
    expect((await enrolledWith(other, 'eva')).status).toBe(201);
    expect((await types(personId)).slice(-3)).toEqual(['FaceErased', 'FaceConsentGiven', 'FaceEnrolled']);
    const proven = await showPhoto(other, 'eva');
    const { proof } = proven.body as AnswerOf<'proveFace'>;
    const verified = await verifyProof('face', proof, { secret: test.signer.proofSecret, now: new Date() });
    expect(verified).toMatchObject({ claims: { enrolment: { capture: 'file', photos: 3 } } });
    expect(told(await showPhoto({ ...eva, caller: first }, 'eva'))).toEqual([409, 'AUTH_NO_PERSON_FACELIST']);
  });

  it('is not enrolled without consent to the text in force, nor with another’s challenge', async () => {
    const eva = await somebody({ faceUpload: true });
    const { caller, signatureId } = eva;
    const { body: started } = await caller.start('enrolment', [signatureId], 'file');
    const { challengeId, nonce } = started;
    await caller.picture(challengeId, 'photo', await portrait('eva'));
    const enrolWith = (over: object, by = caller) =>
      by.send('POST', '/signature/face', { challengeId, nonce, consent: CONSENT, ...over });
    expect(told(await enrolWith({ consent: { accepted: false, termsVersion: FACE_TERMS_VERSION } }))).toEqual(
      [422, 'FACE_CONSENT_REQUIRED'],
    );
    expect(told(await enrolWith({ consent: { ...CONSENT, termsVersion: '1' } }))).toEqual([
      422,
      'FACE_CONSENT_REQUIRED',
    ]);
    expect(told(await enrolWith({ nonce: 'guessed' }))).toEqual([404, 'FACE_CHALLENGE_NOT_FOUND']);
    const other = await somebody({}, eva.tenantId);
    expect(told(await enrolWith({}, other.caller))).toEqual([404, 'FACE_CHALLENGE_NOT_FOUND']);
    expect(await types(eva.personId)).toEqual([]);
  });

  it('is bound to signatures that are the person’s own', async () => {
    const [eva, rui] = [await somebody(), await somebody()];
    expect(told(await eva.caller.start('enrolment', [rui.signatureId]))).toEqual([404, 'SIGNER_NOT_FOUND']);
    const colleague = await somebody({}, eva.tenantId);
    expect(told(await eva.caller.start('enrolment', [colleague.signatureId]))).toEqual([
      403,
      'IS_NOT_SIGNER',
    ]);
    expect(told(await eva.caller.start('enrolment', [eva.signatureId], 'file'))).toEqual([
      403,
      'FACE_UPLOAD_NOT_ALLOWED',
    ]);
  });
});

describe('a challenge', { timeout: 120_000 }, () => {
  it('is not passed by a still picture, however often it is sent', async () => {
    const { caller, signatureId, personId } = await somebody();
    const { body: started } = await caller.start('enrolment', [signatureId]);
    const still = await portrait('eva');
    let last = await caller.picture<AnswerOf<'sendFaceFrame'>>(started.challengeId, 'frame', still);
    for (let times = 0; times < 4; times++) last = await caller.picture(started.challengeId, 'frame', still);
    expect(last.body).toMatchObject({ state: 'going-on', counted: false, advice: 'same-picture' });
    expect(last.body.adviceText).toContain('não se mexe');
    expect(await types(personId)).toEqual([]);
  });

  it('reveals a step only after the one before, and not by guessing ahead', async () => {
    const { caller, signatureId } = await somebody();
    const { body: started } = await caller.start('enrolment', [signatureId]);
    const asked = started.step?.pose ?? 'centre';
    const wrong = asked === 'left' ? 'right' : 'left';
    const { body } = await caller.frame(started.challengeId, 'eva', posed('eva', wrong));
    expect(body).toMatchObject({ counted: false, step: { number: 1, pose: asked } });
    expect(JSON.stringify(started)).not.toContain('steps');
  });

  it('says what is wrong with a picture that does not count', async () => {
    const { caller, signatureId } = await somebody();
    const { body: started } = await caller.start('enrolment', [signatureId]);
    const advice = async (picture: Buffer) =>
      (await caller.picture<AnswerOf<'sendFaceFrame'>>(started.challengeId, 'frame', picture)).body.advice;
    expect(await advice(await plainPicture())).toBe('no-face');
    expect(await advice(await groupPicture())).toBe('several-faces');
    expect(await advice(await portrait('eva', { brightness: 0.25 }))).toBe('more-light');
    expect(await advice(await portrait('eva', { blur: 4 }))).toBe('hold-still');
  });

  it('refuses what is no picture, and goes on', async () => {
    const { caller, signatureId } = await somebody();
    const { body: started } = await caller.start('enrolment', [signatureId]);
    const send = async (picture: Buffer) => told(await caller.picture(started.challengeId, 'frame', picture));
    expect(await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual([
      415,
      'UPLOAD_NOT_ALLOWED_FILES',
    ]);
    expect(await send((await portrait('eva')).subarray(0, 9000))).toEqual([422, 'UPLOAD_HANDLE_FILES_ERROR']);
    expect(await send(Buffer.alloc(2 * 1024 * 1024 + 1))).toEqual([413, 'FILE_SIZE_HIGGER_2MB']);
    expect(await send(Buffer.alloc(0))).toEqual([400, 'NO_SELFIES_PROVIDED']);
    expect((await caller.frame(started.challengeId, 'eva')).status).toBe(200);
  });

  it('of a signature that is not finished in time counts as a try', async () => {
    const eva = await somebody({ faceUpload: true });
    await enrolPhotos(eva);
    const { body: started } = await eva.caller.start('signature', [eva.signatureId]);
    // As if the step had been told a minute ago: what is kept of a challenge is encrypted, its clock included.
    const { signer } = test;
    const late = createFaceService({ ...signer, now: () => new Date(Date.now() - 60_000) });
    const challenge = await late.challenges.find(eva.personId, started.challengeId);
    const { content } = challenge;
    if (content === undefined) throw new Error('the challenge has no content');
    await late.challenges.advance(challenge, 'open', { ...content, askedAt: new Date(Date.now() - 60_000) });
    expect(told(await eva.caller.frame(started.challengeId, 'eva'))).toEqual([403, 'LIVENESS_FAILED']);
    expect(told(await eva.caller.frame(started.challengeId, 'eva'))).toEqual([
      404,
      'FACE_CHALLENGE_NOT_FOUND',
    ]);
    const { body } = await eva.caller.send<AnswerOf<'getFace'>>('GET', '/signature/face');
    expect(body.triesLeft).toBe(2);
    expect((await types(eva.personId)).at(-1)).toBe('FaceRefused');
  });
});

describe('a challenge that is left', { timeout: 120_000 }, () => {
  it('is a try once a picture of it was judged', async () => {
    const eva = await somebody({ faceUpload: true });
    await enrolPhotos(eva);
    const { caller, signatureId, personId } = eva;
    const started = async () => (await caller.start('signature', [signatureId])).body;
    for (let left = 0; left < 3; left++) {
      const { challengeId } = await started();
      expect((await caller.frame(challengeId, 'eva', LATER)).status).toBe(200);
    }
    expect(told(await caller.start('signature', [signatureId]))).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect((await types(personId)).filter((type) => type === 'FaceRefused')).toHaveLength(3);
  });

  it('before any picture costs nothing, and the next asks for the same steps', async () => {
    const eva = await somebody({ faceUpload: true });
    await enrolPhotos(eva);
    const { challenges } = createFaceService(test.signer);
    const drawn: string[] = [];
    for (let begun = 0; begun < 6; begun++) {
      const { body } = await eva.caller.start('signature', [eva.signatureId]);
      const { content } = await challenges.find(eva.personId, body.challengeId);
      drawn.push(String(content?.liveness.steps));
    }
    expect(new Set(drawn).size).toBe(1);
    const { body } = await eva.caller.send<AnswerOf<'getFace'>>('GET', '/signature/face');
    expect(body.triesLeft).toBe(3);
  });
});

describe('a wait', { timeout: 120_000 }, () => {
  it('is neither ended nor prolonged by challenges that were begun before it', async () => {
    const eva = await somebody({ faceUpload: true });
    await enrolPhotos(eva);
    const { body: open } = await eva.caller.start('signature', [eva.signatureId]);
    const { body: kept } = await eva.caller.start('signature', [eva.signatureId], 'file');
    await eva.caller.picture(kept.challengeId, 'photo', await portrait('eva', LATER));
    for (let tries = 0; tries < 3; tries++)
      expect(told(await showPhoto(eva, 'ana'))).toEqual([403, 'FACE_NOT_RECOGNIZED']);
    const status = async () => (await eva.caller.send<AnswerOf<'getFace'>>('GET', '/signature/face')).body;
    const { waitUntil } = await status();
    // Somebody else before the camera, until that challenge fails.
    let failed = await eva.caller.frame(open.challengeId, 'eva', posed('eva', open.step?.pose ?? 'centre'));
    while (failed.status === 200) failed = await eva.caller.frame(open.challengeId, 'bia');
    expect(told(failed)).toEqual([403, 'LIVENESS_FAILED']);
    expect(await status()).toMatchObject({ triesLeft: 0, waitUntil });
    const { challengeId, nonce } = kept;
    const proof = await eva.caller.send('POST', `/signature/face/challenge/${challengeId}/proof`, { nonce });
    expect(told(proof)).toEqual([429, 'TOO_MANY_REQUESTS']);
  });
});

describe('photos from files', { timeout: 120_000 }, () => {
  it('are taken where the process allows them, and say so in the proof', async () => {
    const eva = await somebody({ faceUpload: true });
    const { caller, signatureId } = eva;
    const { body: enrolment } = await caller.start('enrolment', [signatureId], 'file');
    expect(enrolment.step).toBeNull();
    const photo = async (id: string, picture: Buffer) =>
      caller.picture<AnswerOf<'sendFacePhoto'>>(id, 'photo', picture);
    const { challengeId, nonce } = enrolment;
    const body = { challengeId, nonce, consent: CONSENT };
    expect(told(await caller.send('POST', '/signature/face', body))).toEqual([400, 'NO_SELFIES_PROVIDED']);
    expect(told(await photo(challengeId, await plainPicture()))).toEqual([422, 'NO_FACE_DETECTED']);
    const group = await groupPicture();
    expect(told(await photo(challengeId, group))).toEqual([422, 'MULTIPLE_FACES_DETECTED']);
    const dark = await photo(challengeId, await portrait('eva', { brightness: 0.25 }));
    expect([...told(dark), dark.body.detail]).toEqual([
      422,
      'FACE_QUALITY_LOW',
      expect.stringContaining('escuro'),
    ]);
    expect((await photo(challengeId, await portrait('eva'))).body).toEqual({ photos: 1, wanted: 3 });
    expect(told(await caller.send('POST', '/signature/face', body))).toEqual([422, 'FACE_PICTURES_MISSING']);
    for (const how of PHOTOS.slice(1)) await photo(challengeId, await portrait('eva', how));
    expect((await caller.send('POST', '/signature/face', body)).status).toBe(201);

    const { body: check } = await caller.start('signature', [signatureId], 'file');
    await photo(check.challengeId, await portrait('eva', LATER));
    const proven = await caller.send<AnswerOf<'proveFace'>>(
      'POST',
      `/signature/face/challenge/${check.challengeId}/proof`,
      { nonce: check.nonce },
    );
    expect(proven.status).toBe(200);
    const verified = await verifyProof('face', proven.body.proof, {
      secret: test.signer.proofSecret,
      now: new Date(),
    });
    expect(verified).toMatchObject({ claims: { capture: 'file' } });
  });
});

describe('an enrolment', { timeout: 120_000 }, () => {
  it('takes only pictures of one person, each of them once', async () => {
    const { caller, signatureId } = await somebody({ faceUpload: true });
    const { body } = await caller.start('enrolment', [signatureId], 'file');
    const send = async (picture: Buffer) => told(await caller.picture(body.challengeId, 'photo', picture));
    const eva = await portrait('eva');
    expect(await send(eva)).toEqual([200, undefined]);
    for (const who of ['ana', 'bia'] as const)
      expect(await send(await portrait(who))).toEqual([422, 'FACE_PICTURES_DISAGREE']);
    const again = [
      eva,
      await sharp(eva).jpeg({ quality: 40 }).toBuffer(),
      await sharp(eva).resize(501).flop().toBuffer(),
      await sharp(eva).extract({ left: 8, top: 2, width: 630, height: 476 }).toBuffer(),
      await sharp(eva).extract({ left: 3, top: 3, width: 634, height: 474 }).flop().png().toBuffer(),
    ];
    for (const picture of again) expect(await send(picture)).toEqual([422, 'FACE_PICTURE_REPEATED']);
    expect(await send(await portrait('eva', LATER))).toEqual([200, undefined]);
  });

  it('from the camera is refused when its pictures are of two people', async () => {
    const { caller, signatureId, personId } = await somebody();
    const { body: started } = await caller.start('enrolment', [signatureId]);
    expect((await caller.pass(started, 'eva')).body.state).toBe('passed');
    const { challengeId, nonce } = started;
    // As if liveness had taken another person's frames for the same: its bound for turned faces is wider.
    const { challenges } = createFaceService(test.signer);
    const challenge = await challenges.find(personId, challengeId);
    const { main } = await test.signer.face.look(await portrait('bia'));
    const { content } = challenge;
    if (content === undefined || main === undefined) throw new Error('nothing to change');
    const { template, mirrored } = main;
    const [first, ...rest] = content.frames.filter(({ photo }) => photo !== undefined);
    if (first === undefined) throw new Error('no picture was kept');
    const frames = [{ ...first, template, mirrored }, ...rest];
    await challenges.advance(challenge, 'passed', { ...content, frames });
    const body = { challengeId, nonce, consent: CONSENT };
    expect(told(await caller.send('POST', '/signature/face', body))).toEqual([422, 'FACE_PICTURES_DISAGREE']);
  });

  it('is not proven by a photograph that was enrolled', async () => {
    const eva = await somebody({ faceUpload: true });
    await enrolPhotos(eva);
    const photos = [
      await portrait('eva'),
      await sharp(await portrait('eva', PHOTOS[1]))
        .resize(501)
        .flop()
        .toBuffer(),
    ];
    for (const photo of photos) {
      const { body: started } = await eva.caller.start('signature', [eva.signatureId], 'file');
      const { challengeId, nonce } = started;
      await eva.caller.picture(challengeId, 'photo', photo);
      const path = `/signature/face/challenge/${challengeId}/proof`;
      expect(told(await eva.caller.send('POST', path, { nonce }))).toEqual([422, 'FACE_PICTURE_REPEATED']);
    }
  });
});

describe('what is kept', { timeout: 120_000 }, () => {
  it('is encrypted, never in the log, and goes when the person says so', async () => {
    const eva = await somebody({ faceUpload: true });
    const { caller, personId } = eva;
    await enrolPhotos(eva);
    const { pool } = test.signer;
    const { rows } = await pool.query<{ box: Buffer }>(
      `select t.box from signer.face_template t join signer.face_list l using (enrolment_id) where l.person_id = $1`,
      [personId],
    );
    expect(rows.length).toBeGreaterThanOrEqual(3);
    for (const { box } of rows) expect(box.toString('latin1')).not.toContain('template');
    const log = JSON.stringify(
      await Array.fromAsync(test.signer.eventStore.readStream(streams.face(personId))),
      (_, value) => (typeof value === 'bigint' ? String(value) : (value as unknown)),
    );
    // A template is 684 characters of base64, a picture more.
    expect(log).not.toMatch(/[\w+/]{300}/);
    const key = { 'idempotency-key': 'erase-once' };
    const erased = await caller.send('DELETE', '/signature/face', undefined, key);
    expect(erased.status).toBe(200);
    expect((await caller.send('DELETE', '/signature/face', undefined, key)).body).toEqual(erased.body);
    expect(told(await caller.send('DELETE', '/signature/face'))).toEqual([404, 'FACE_LIST_DONT_EXISTS']);
    expect((await types(personId)).at(-1)).toBe('FaceErased');
    const left = await pool.query(
      'select 1 from signer.face_list where person_id = $1 union all select 1 from signer.face_challenge where person_id = $1 and box is not null',
      [personId],
    );
    expect(left.rowCount).toBe(0);
    // And another may be enrolled.
    await enrolPhotos(eva);
  });

  it('is shown to the person alone, photos as long as they are kept', async () => {
    const eva = await somebody({ faceUpload: true });
    const rui = await somebody({ faceUpload: true }, eva.tenantId);
    const photo = async ({ tenantId, personId }: Somebody, number = 0) => {
      const { statusCode, headers, rawPayload } = await test.app.inject({
        url: `/api/signature/face/photo/${number}`,
        headers: { authorization: test.asPerson(tenantId, personId) },
      });
      return { statusCode, headers, rawPayload };
    };
    const kept = async () => (await eva.caller.send<AnswerOf<'getFace'>>('GET', '/signature/face')).body.kept;
    expect(await kept()).toBeNull();
    expect((await photo(eva)).statusCode).toBe(404);
    await enrolPhotos(eva);
    expect(await kept()).toMatchObject({
      templates: 3,
      photos: [{ number: 0 }, { number: 1 }, { number: 2 }],
    });
    const { statusCode, headers, rawPayload } = await photo(eva, 1);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/jpeg',
      'private, no-store',
    ]);
    const look = await test.signer.face.look(rawPayload);
    expect(look.faces).toHaveLength(1);
    expect((await photo(rui, 1)).statusCode).toBe(404);
    expect((await photo(eva, 3)).statusCode).toBe(404);
    await test.signer.pool.query(
      `update signer.face_photo set expires_at = now() from signer.face_list l
       where l.enrolment_id = face_photo.enrolment_id and l.person_id = $1`,
      [eva.personId],
    );
    expect(await kept()).toMatchObject({ templates: 3, photos: [] });
    expect((await photo(eva, 1)).statusCode).toBe(404);
  });

  it('is erased by whoever runs the tenant, of their own people', async () => {
    const eva = await somebody({ faceUpload: true });
    await enrolPhotos(eva);
    const steward = new FaceCaller(test, test.asUser(eva.tenantId, undefined, 'manager'));
    const stranger = new FaceCaller(test, test.asUser(randomUUID(), undefined, 'administrator'));
    const common = new FaceCaller(test, test.asUser(eva.tenantId, undefined, 'common'));
    const path = `/person/${eva.personId}/face`;
    expect(told(await stranger.send('DELETE', path))).toEqual([404, 'PERSON_NOT_FOUND']);
    expect(told(await common.send('DELETE', path))).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
    expect((await steward.send('DELETE', path)).status).toBe(200);
    expect(told(await steward.send('DELETE', path))).toEqual([404, 'FACE_LIST_DONT_EXISTS']);
  });

  it('goes with a person who is removed, and cannot be read once they are erased', async () => {
    const [eva, leo] = [await somebody({ faceUpload: true }), await somebody({ faceUpload: true })];
    await enrolPhotos(eva);
    await enrolPhotos(leo);
    await test.signer.personalDataKeys.destroy(leo.personId);
    expect(told(await showPhoto(leo, 'eva'))).toEqual([404, 'AUTH_PERSON_NOT_FOUND']);
    for (const [who, type] of [
      [eva, 'PersonRemoved'],
      [leo, 'PersonErased'],
    ] as const) {
      const { personId, tenantId } = who;
      const data =
        type === 'PersonRemoved' ? { personId, tenantId } : { personId, tenantId, reason: 'subject-request' };
      await recordEvent(test, streams.person(personId), tenantId, { type, data } as never);
    }
    const stopping = new AbortController();
    const following = followFaces(createFaceService(test.signer), stopping.signal, (error) => {
      throw error;
    });
    const kept = async () =>
      (
        await test.signer.pool.query('select 1 from signer.face_list where person_id = any ($1::uuid[])', [
          [eva.personId, leo.personId],
        ])
      ).rowCount;
    while ((await kept()) !== 0) await pause(50);
    stopping.abort();
    await following;
    expect((await types(eva.personId)).at(-1)).toBe('FaceErased');
  });

  it('as photos lives shorter than as templates', async () => {
    const eva = await somebody({ faceUpload: true });
    await enrolPhotos(eva);
    const count = async (table: 'face_photo' | 'face_template') =>
      (
        await test.signer.pool.query(
          `select 1 from signer.${table} join signer.face_list using (enrolment_id) where person_id = $1`,
          [eva.personId],
        )
      ).rowCount ?? 0;
    expect(await count('face_photo')).toBeGreaterThanOrEqual(3);
    const at = (days: number) => new Date(Date.now() + days * 86_400_000);
    await tidyFaces(createFaceService({ ...test.signer, now: () => at(31) }));
    expect([await count('face_photo'), (await count('face_template')) >= 3]).toEqual([0, true]);
    await tidyFaces(createFaceService({ ...test.signer, now: () => at(24 * 31) }));
    expect(await count('face_template')).toBe(0);
    expect((await types(eva.personId)).at(-1)).toBe('FaceErased');
  });
});
