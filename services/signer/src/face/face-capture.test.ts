import { type AnswerOf } from '@lacre/contracts';
import { verifyProof } from '@lacre/proofs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { groupPicture, LATER, PHOTOS, plainPicture, portrait, posed } from '../testing/face/face-pictures.ts';
import { CONSENT, enrolPhotos, outcome, useFaces } from '../testing/face/use-faces.ts';
import { createFaceService } from './face-service.ts';

const faces = useFaces();
const { askedPerson, types } = faces;

describe('a challenge', { timeout: 120_000 }, () => {
  it('is not passed by a still picture, however often it is sent', async () => {
    const { caller, signatureId, personId } = await askedPerson();
    const { body: started } = await caller.start('enrolment', [signatureId]);
    const still = await portrait('eva');
    let last = await caller.picture<AnswerOf<'sendFaceFrame'>>(started.challengeId, 'frame', still);
    for (let times = 0; times < 4; times++) last = await caller.picture(started.challengeId, 'frame', still);
    expect(last.body).toMatchObject({ state: 'going-on', counted: false, advice: 'same-picture' });
    expect(last.body.adviceText).toContain('não se mexe');
    expect(await types(personId)).toEqual([]);
  });

  it('reveals a step only after the one before, and not by guessing ahead', async () => {
    const { caller, signatureId } = await askedPerson();
    const { body: started } = await caller.start('enrolment', [signatureId]);
    const asked = started.step?.pose ?? 'centre';
    const wrong = asked === 'left' ? 'right' : 'left';
    const { body } = await caller.frame(started.challengeId, 'eva', posed('eva', wrong));
    expect(body).toMatchObject({ counted: false, step: { number: 1, pose: asked } });
    expect(JSON.stringify(started)).not.toContain('steps');
  });

  it('explains why a picture does not count', async () => {
    const { caller, signatureId } = await askedPerson();
    const { body: started } = await caller.start('enrolment', [signatureId]);
    const advice = async (picture: Buffer) =>
      (await caller.picture<AnswerOf<'sendFaceFrame'>>(started.challengeId, 'frame', picture)).body.advice;
    expect(await advice(await plainPicture())).toBe('no-face');
    expect(await advice(await groupPicture())).toBe('several-faces');
    expect(await advice(await portrait('eva', { brightness: 0.25 }))).toBe('more-light');
    expect(await advice(await portrait('eva', { blur: 4 }))).toBe('hold-still');
  });

  it('refuses a file that is no picture, and stays open', async () => {
    const { caller, signatureId } = await askedPerson();
    const { body: started } = await caller.start('enrolment', [signatureId]);
    const send = async (picture: Buffer) =>
      outcome(await caller.picture(started.challengeId, 'frame', picture));
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
    const eva = await askedPerson({ faceUpload: true });
    await enrolPhotos(eva);
    const { body: started } = await eva.caller.start('signature', [eva.signatureId]);
    // As if the step had been asked for a minute ago: what is kept of a challenge is encrypted, its clock included.
    const { signer } = faces.test;
    const late = createFaceService({ ...signer, now: () => new Date(Date.now() - 60_000) });
    const challenge = await late.challenges.find(eva.personId, started.challengeId);
    const { content } = challenge;
    if (content === undefined) throw new Error('the challenge has no content');
    await late.challenges.advance(challenge, 'open', { ...content, askedAt: new Date(Date.now() - 60_000) });
    expect(outcome(await eva.caller.frame(started.challengeId, 'eva'))).toEqual([403, 'LIVENESS_FAILED']);
    expect(outcome(await eva.caller.frame(started.challengeId, 'eva'))).toEqual([
      404,
      'FACE_CHALLENGE_NOT_FOUND',
    ]);
    const { body } = await eva.caller.send<AnswerOf<'getFace'>>('GET', '/signature/face');
    expect(body.triesLeft).toBe(2);
    expect((await types(eva.personId)).at(-1)).toBe('FaceRefused');
  });
});

describe('a challenge that is left', { timeout: 120_000 }, () => {
  it('counts as a try once a picture of it was judged', async () => {
    const eva = await askedPerson({ faceUpload: true });
    await enrolPhotos(eva);
    const { caller, signatureId, personId } = eva;
    const started = async () => (await caller.start('signature', [signatureId])).body;
    for (let left = 0; left < 3; left++) {
      const { challengeId } = await started();
      expect((await caller.frame(challengeId, 'eva', LATER)).status).toBe(200);
    }
    expect(outcome(await caller.start('signature', [signatureId]))).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect((await types(personId)).filter((type) => type === 'FaceRefused')).toHaveLength(3);
  });

  it('before any picture costs nothing, and the next asks for the same steps', async () => {
    const eva = await askedPerson({ faceUpload: true });
    await enrolPhotos(eva);
    const { challenges } = createFaceService(faces.test.signer);
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

describe('photos from files', { timeout: 120_000 }, () => {
  it('are accepted where the process allows them, and marked in the proof', async () => {
    const eva = await askedPerson({ faceUpload: true });
    const { caller, signatureId } = eva;
    const { body: enrolment } = await caller.start('enrolment', [signatureId], 'file');
    expect(enrolment.step).toBeNull();
    const photo = async (id: string, picture: Buffer) =>
      caller.picture<AnswerOf<'sendFacePhoto'>>(id, 'photo', picture);
    const { challengeId, nonce } = enrolment;
    const body = { challengeId, nonce, consent: CONSENT };
    expect(outcome(await caller.send('POST', '/signature/face', body))).toEqual([400, 'NO_SELFIES_PROVIDED']);
    expect(outcome(await photo(challengeId, await plainPicture()))).toEqual([422, 'NO_FACE_DETECTED']);
    const group = await groupPicture();
    expect(outcome(await photo(challengeId, group))).toEqual([422, 'MULTIPLE_FACES_DETECTED']);
    const dark = await photo(challengeId, await portrait('eva', { brightness: 0.25 }));
    expect([...outcome(dark), dark.body.detail]).toEqual([
      422,
      'FACE_QUALITY_LOW',
      expect.stringContaining('escuro'),
    ]);
    expect((await photo(challengeId, await portrait('eva'))).body).toEqual({ photos: 1, wanted: 3 });
    expect(outcome(await caller.send('POST', '/signature/face', body))).toEqual([
      422,
      'FACE_PICTURES_MISSING',
    ]);
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
      secret: faces.test.signer.proofSecret,
      now: new Date(),
    });
    expect(verified).toMatchObject({ claims: { capture: 'file' } });
  });
});

describe('an enrolment', { timeout: 120_000 }, () => {
  it('takes only pictures of one person, each of them once', async () => {
    const { caller, signatureId } = await askedPerson({ faceUpload: true });
    const { body } = await caller.start('enrolment', [signatureId], 'file');
    const send = async (picture: Buffer) => outcome(await caller.picture(body.challengeId, 'photo', picture));
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
    const { caller, signatureId, personId } = await askedPerson();
    const { body: started } = await caller.start('enrolment', [signatureId]);
    expect((await caller.pass(started, 'eva')).body.state).toBe('passed');
    const { challengeId, nonce } = started;
    // As if liveness had taken another person's frames for the same: its bound for turned faces is wider.
    const { challenges } = createFaceService(faces.test.signer);
    const challenge = await challenges.find(personId, challengeId);
    const { main } = await faces.test.signer.face.look(await portrait('bia'));
    const { content } = challenge;
    if (content === undefined || main === undefined) throw new Error('nothing to change');
    const { template, mirrored } = main;
    const [first, ...rest] = content.frames.filter(({ photo }) => photo !== undefined);
    if (first === undefined) throw new Error('no picture was kept');
    const frames = [{ ...first, template, mirrored }, ...rest];
    await challenges.advance(challenge, 'passed', { ...content, frames });
    const body = { challengeId, nonce, consent: CONSENT };
    expect(outcome(await caller.send('POST', '/signature/face', body))).toEqual([
      422,
      'FACE_PICTURES_DISAGREE',
    ]);
  });

  it('is not proven by a photograph that was enrolled', async () => {
    const eva = await askedPerson({ faceUpload: true });
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
      expect(outcome(await eva.caller.send('POST', path, { nonce }))).toEqual([422, 'FACE_PICTURE_REPEATED']);
    }
  });
});
