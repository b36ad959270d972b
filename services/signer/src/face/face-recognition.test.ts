import { FACE_TERMS_VERSION, streams, type AnswerOf } from '@lacre/contracts';
import { verifyProof } from '@lacre/proofs';
import { describe, expect, it } from 'vitest';

import { LATER, PHOTOS, plainPicture, portrait, posed } from '../testing/face/face-pictures.ts';
import { facedProcess, recordEvent } from '../testing/face/faced-process.ts';
import { FaceCaller } from '../testing/face/show-face.ts';
import {
  CONSENT,
  enrol,
  enrolledWith,
  enrolPhotos,
  outcome,
  show,
  showPhoto,
  useFaces,
} from '../testing/face/use-faces.ts';
import { createFaceService } from './face-service.ts';

const faces = useFaces();
const { askedPerson, types } = faces;

describe('a face', { timeout: 120_000 }, () => {
  it('is enrolled with consent, recognised, and proven for what is to be signed', async () => {
    const eva = await askedPerson();
    const { caller, personId, tenantId, signatureId } = eva;
    const before = await caller.send<AnswerOf<'getFace'>>('GET', '/signature/face');
    expect(before.body).toMatchObject({ enrolled: null, triesLeft: 3, waitUntil: null });
    expect(outcome(await caller.start('signature', [signatureId]))).toEqual([409, 'AUTH_NO_PERSON_FACELIST']);

    const { enrolled, body } = await enrol(eva);
    expect(enrolled.status).toBe(201);
    expect(enrolled.body.photos).toBeGreaterThanOrEqual(3);
    expect(await types(personId)).toEqual(['FaceConsentGiven', 'FaceEnrolled']);
    // Once more, as after a lost answer.
    const again = await caller.send('POST', '/signature/face', body);
    expect([again.status, again.body]).toEqual([201, enrolled.body]);
    expect(await types(personId)).toHaveLength(2);
    expect(outcome(await caller.start('enrolment', [signatureId]))).toEqual([
      409,
      'FACE_LIST_ALREADY_EXISTS',
    ]);

    const proven = await show(eva, 'eva');
    expect(proven.status).toBe(200);
    const { proof, similarity } = proven.body as AnswerOf<'proveFace'>;
    expect(similarity).toBeGreaterThan(80);
    const verified = await verifyProof('face', proof, {
      secret: faces.test.signer.proofSecret,
      now: new Date(),
    });
    expect(verified).toMatchObject({
      ok: true,
      claims: { personId, tenantId, signatureIds: [signatureId], similarity, threshold: 50, capture: 'live' },
    });
  });

  it('of another person is not recognised; after three there is a wait', async () => {
    const eva = await askedPerson({ faceUpload: true });
    await enrolPhotos(eva);
    expect(outcome(await show(eva, 'ana'))).toEqual([403, 'FACE_NOT_RECOGNIZED']);
    // A photo is a try like any other.
    for (let tries = 1; tries < 3; tries++)
      expect(outcome(await showPhoto(eva, 'ana'))).toEqual([403, 'FACE_NOT_RECOGNIZED']);
    expect(outcome(await show(eva, 'eva'))).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(outcome(await showPhoto(eva, 'eva'))).toEqual([429, 'TOO_MANY_REQUESTS']);
    const { body } = await eva.caller.send<AnswerOf<'getFace'>>('GET', '/signature/face');
    expect(body).toMatchObject({ triesLeft: 0, waitUntil: expect.any(String) as string });
    expect((await types(eva.personId)).filter((type) => type === 'FaceRefused')).toHaveLength(3);
  });

  it('of another person has three tries, also when many challenges are presented at once', async () => {
    const eva = await askedPerson({ faceUpload: true });
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

  it('that is erased proves nothing any more, nor do earlier proofs by it', async () => {
    const eva = await askedPerson({ faceUpload: true });
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
      secret: faces.test.signer.proofSecret,
      now: new Date(),
    })) as { claims: { consentVersion?: string } };
    expect(claims.consentVersion).toBe(FACE_TERMS_VERSION);
    const { body: open } = await caller.start('signature', [signatureId]);
    const { challenges } = createFaceService(faces.test.signer);
    const atHand = await challenges.find(personId, open.challengeId);
    expect((await caller.send('DELETE', '/signature/face')).status).toBe(200);
    // As a picture does that is being judged meanwhile.
    await expect(challenges.advance(atHand, 'open', atHand.content)).rejects.toMatchObject({
      code: 'CONCURRENT_CHANGE',
    });
    expect(outcome(await prove())).toEqual([404, 'FACE_CHALLENGE_NOT_FOUND']);
    await enrolPhotos(eva);
    expect(outcome(await prove())).toEqual([404, 'FACE_CHALLENGE_NOT_FOUND']);
    expect(await types(personId)).toHaveLength(5);
  });

  it('of an earlier engine is erased when another is enrolled, or before that', async () => {
    const eva = await askedPerson({ faceUpload: true });
    await enrolPhotos(eva);
    await faces.test.signer.pool.query(
      `update signer.face_list set model_id = 'an engine of before' where person_id = $1`,
      [eva.personId],
    );
    const status = await eva.caller.send<AnswerOf<'getFace'>>('GET', '/signature/face');
    expect([status.body.enrolled, status.body.kept?.templates]).toEqual([null, 3]);
    await enrolPhotos(eva);
    const events = await Array.fromAsync(faces.test.signer.eventStore.readStream(streams.face(eva.personId)));
    const [erased, , again] = events.slice(-3);
    expect([erased?.type, again?.type]).toEqual(['FaceErased', 'FaceEnrolled']);
    const at = (moment: unknown) => new Date(String(moment)).getTime();
    expect(at(erased?.data['erasedAt'])).toBeLessThanOrEqual(at(again?.data['enrolledAt']));
    expect((await showPhoto(eva, 'eva')).status).toBe(200);
  });

  it('keeps no other person waiting when one person asks for much at once', async () => {
    const [eva, rui] = [await askedPerson({ faceUpload: true }), await askedPerson({ faceUpload: true })];
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
    const refusals = (await Promise.all(crowd)).map(outcome);
    expect(refusals).toContainEqual([422, 'NO_FACE_DETECTED']);
    expect(refusals).toContainEqual([502, 'FACE_SERVICE_ERROR']);
  });

  it('is compared by the tenant’s threshold, if that is higher', async () => {
    const eva = await askedPerson({ faceUpload: true });
    await enrolPhotos(eva);
    await recordEvent(faces.test, streams.tenant(eva.tenantId), eva.tenantId, {
      type: 'TenantSettingsChanged',
      data: { tenantId: eva.tenantId, settings: { faceSimilarity: 60 } },
    });
    const proven = await showPhoto(eva, 'eva');
    expect(proven.body).toMatchObject({ threshold: 60 });
  });

  it('is bound to a contact that the session of its enrolment had proven', async () => {
    const [before, after] = ['eva@exemplo.com.br', 'eva.nova@exemplo.com.br'];
    const { tenantId, personId, signatureId } = await facedProcess(faces.test, { faceUpload: true });
    const eva = { ...(await askedPerson()), tenantId, personId, signatureId };
    const first = new FaceCaller(faces.test, faces.test.asPerson(tenantId, personId, [before]));
    await enrolPhotos({ ...eva, caller: first });
    const moved = await facedProcess(faces.test, { faceUpload: true }, tenantId, { personId, email: after });
    const second = new FaceCaller(faces.test, faces.test.asPerson(tenantId, personId, [after]));
    const other = { ...eva, ...moved, caller: second };
    const { body } = await second.send<AnswerOf<'getFace'>>('GET', '/signature/face');
    expect(body.enrolled).toBeNull();
    expect(outcome(await showPhoto(other, 'eva'))).toEqual([409, 'AUTH_NO_PERSON_FACELIST']);
    // Who takes over the contact does not take over the face.
    expect(outcome(await enrolledWith(other, 'ana'))).toEqual([403, 'FACE_NOT_RECOGNIZED']);
    expect((await types(personId)).at(-1)).toBe('FaceRefused');
    expect((await showPhoto({ ...eva, caller: first }, 'eva')).status).toBe(200);
    expect((await enrolledWith(other, 'eva')).status).toBe(201);
    expect((await types(personId)).slice(-3)).toEqual(['FaceErased', 'FaceConsentGiven', 'FaceEnrolled']);
    const proven = await showPhoto(other, 'eva');
    const { proof } = proven.body as AnswerOf<'proveFace'>;
    const verified = await verifyProof('face', proof, {
      secret: faces.test.signer.proofSecret,
      now: new Date(),
    });
    expect(verified).toMatchObject({ claims: { enrolment: { capture: 'file', photos: 3 } } });
    expect(outcome(await showPhoto({ ...eva, caller: first }, 'eva'))).toEqual([
      409,
      'AUTH_NO_PERSON_FACELIST',
    ]);
  });

  it('is not enrolled without consent to the text in force, nor by another person’s challenge', async () => {
    const eva = await askedPerson({ faceUpload: true });
    const { caller, signatureId } = eva;
    const { body: started } = await caller.start('enrolment', [signatureId], 'file');
    const { challengeId, nonce } = started;
    await caller.picture(challengeId, 'photo', await portrait('eva'));
    const enrolWith = (over: object, by = caller) =>
      by.send('POST', '/signature/face', { challengeId, nonce, consent: CONSENT, ...over });
    expect(
      outcome(await enrolWith({ consent: { accepted: false, termsVersion: FACE_TERMS_VERSION } })),
    ).toEqual([422, 'FACE_CONSENT_REQUIRED']);
    expect(outcome(await enrolWith({ consent: { ...CONSENT, termsVersion: '1' } }))).toEqual([
      422,
      'FACE_CONSENT_REQUIRED',
    ]);
    expect(outcome(await enrolWith({ nonce: 'guessed' }))).toEqual([404, 'FACE_CHALLENGE_NOT_FOUND']);
    const other = await askedPerson({}, eva.tenantId);
    expect(outcome(await enrolWith({}, other.caller))).toEqual([404, 'FACE_CHALLENGE_NOT_FOUND']);
    expect(await types(eva.personId)).toEqual([]);
  });

  it('is bound to signatures that are the person’s own', async () => {
    const [eva, rui] = [await askedPerson(), await askedPerson()];
    expect(outcome(await eva.caller.start('enrolment', [rui.signatureId]))).toEqual([
      404,
      'SIGNER_NOT_FOUND',
    ]);
    const colleague = await askedPerson({}, eva.tenantId);
    expect(outcome(await eva.caller.start('enrolment', [colleague.signatureId]))).toEqual([
      403,
      'IS_NOT_SIGNER',
    ]);
    expect(outcome(await eva.caller.start('enrolment', [eva.signatureId], 'file'))).toEqual([
      403,
      'FACE_UPLOAD_NOT_ALLOWED',
    ]);
  });
});

describe('a wait', { timeout: 120_000 }, () => {
  it('is neither ended nor prolonged by challenges that were begun before it', async () => {
    const eva = await askedPerson({ faceUpload: true });
    await enrolPhotos(eva);
    const { body: open } = await eva.caller.start('signature', [eva.signatureId]);
    const { body: kept } = await eva.caller.start('signature', [eva.signatureId], 'file');
    await eva.caller.picture(kept.challengeId, 'photo', await portrait('eva', LATER));
    for (let tries = 0; tries < 3; tries++)
      expect(outcome(await showPhoto(eva, 'ana'))).toEqual([403, 'FACE_NOT_RECOGNIZED']);
    const status = async () => (await eva.caller.send<AnswerOf<'getFace'>>('GET', '/signature/face')).body;
    const { waitUntil } = await status();
    // Another person before the camera, until that challenge fails.
    let failed = await eva.caller.frame(open.challengeId, 'eva', posed('eva', open.step?.pose ?? 'centre'));
    while (failed.status === 200) failed = await eva.caller.frame(open.challengeId, 'bia');
    expect(outcome(failed)).toEqual([403, 'LIVENESS_FAILED']);
    expect(await status()).toMatchObject({ triesLeft: 0, waitUntil });
    const { challengeId, nonce } = kept;
    const proof = await eva.caller.send('POST', `/signature/face/challenge/${challengeId}/proof`, { nonce });
    expect(outcome(proof)).toEqual([429, 'TOO_MANY_REQUESTS']);
  });
});
