import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { FACE_TERMS_VERSION, type FacePose } from '@lacre/contracts';
import { openTestFaceEngine } from '@lacre/signer/testing/face/face-engine';
import {
  groupPicture,
  LATER,
  PHOTOS,
  portrait,
  posed,
  type Portrait,
  type SamplePerson,
} from '@lacre/signer/testing/face/face-pictures';
import { decodePDFRawStream, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Api } from '../../support/api.ts';
import { found, numbersOf, tracesOf, type Trace } from '../../support/biometric-traces.ts';
import { Lacre } from '../../support/lacre.ts';
import { operated } from '../../support/operator-command.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  personSession,
  processWhen,
  requestOf,
  uploadProof,
} from '../../support/scenario.ts';

const CONSENT = { accepted: true, termsVersion: FACE_TERMS_VERSION };

let lacre: Lacre;
beforeAll(async () => {
  lacre = await Lacre.create({ LOG_LEVEL: 'debug' });
  await lacre.start();
}, 120_000);
afterAll(() => lacre.dispose());

/** Pictures that were sent, each with the numbers that tell its face. */
const sent: Trace[] = [];
const pictures = new Map<string, Buffer>();

async function pictureOf(who: SamplePerson, how: Portrait = {}): Promise<Buffer> {
  const picture = await portrait(who, how);
  pictures.set(`${who} ${JSON.stringify(how)}`, picture);
  return picture;
}

/** What is known of the pictures by the engine of the product. */
async function lookAtAll(): Promise<void> {
  const engine = openTestFaceEngine();
  for (const [name, bytes] of pictures) {
    const { main, thumbprint } = await engine.look(bytes);
    sent.push(
      ...tracesOf({ name, bytes }),
      ...tracesOf({ name: `thumbprint of ${name}`, bytes: thumbprint }),
    );
    if (main === undefined) continue;
    const template = new Uint8Array(main.template.buffer, main.template.byteOffset, main.template.byteLength);
    sent.push(...tracesOf({ name: `template of ${name}`, bytes: template }));
    sent.push(...numbersOf(`template of ${name}`, main.template));
  }
  await engine.close();
}

/** Sends, and keeps what is answered: refusals above all. */
function listening(api: Api, answers: string[]) {
  return async (...[name, input]: Parameters<Api['send']>) => {
    const answer = await api.send(name, input);
    const text = await answer.text();
    answers.push(text);
    return { status: answer.status, body: JSON.parse(text) as Record<string, unknown> };
  };
}

async function readable(pdf: Uint8Array): Promise<{ text: string; images: number }> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const texts = [Buffer.from(pdf).toString('latin1')];
  let images = 0;
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    if (object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image')) images += 1;
    texts.push(Buffer.from(decodePDFRawStream(object).decode()).toString('latin1'));
  }
  return { text: texts.join('\n'), images };
}

it('leaves no biometric data in logs, events, answers, or the sealed document', async () => {
  const account = await openAccount(lacre.origin);
  const person = await addPerson(account.api, 'Eva Prado');
  const { proof } = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const requirements = { face: true, faceUpload: true };
  const participants = [{ personId: person.personId, part: 'signer', requirements }];
  const { processId } = await account.api.call('createProcess', {
    body: { summary: 'Contrato', companyId: account.companyId, documents: [{ proof }], participants },
  });
  const eva = await personSession(lacre.origin, processId, person);
  const { documents } = await requestOf(eva, processId);
  const signatureIds = documents.map(({ signatureId }) => signatureId);
  const answers: string[] = [];
  const send = listening(eva, answers);
  const start = async (purpose: string, capture = 'file') => {
    const { body } = await send('startFaceChallenge', { body: { purpose, signatureIds, capture } });
    const { pose } = (body['step'] ?? { pose: 'centre' }) as { pose: FacePose };
    return { challengeId: String(body['challengeId']), nonce: String(body['nonce']), pose };
  };
  const put = async (as: 'sendFacePhoto' | 'sendFaceFrame', challengeId: string, picture: Buffer) => {
    const file = new Blob([new Uint8Array(picture)]);
    return (await send(as, { params: { challengeId }, file, fileName: 'rosto.jpg' })).body['code'];
  };
  const prove = (params: { challengeId: string }, nonce: string) =>
    send('proveFace', { params, body: { nonce } });

  // Pictures that are refused, then some that are enrolled.
  const first = await start('enrolment');
  const whole = await pictureOf('eva');
  pictures.set('group', await groupPicture());
  expect(await put('sendFacePhoto', first.challengeId, await groupPicture())).toBe('MULTIPLE_FACES_DETECTED');
  expect(await put('sendFacePhoto', first.challengeId, whole.subarray(0, 9000))).toBe(
    'UPLOAD_HANDLE_FILES_ERROR',
  );
  const renamed = Buffer.concat([Buffer.from('GIF89a'), whole]);
  expect(await put('sendFacePhoto', first.challengeId, renamed)).toBe('UPLOAD_NOT_ALLOWED_FILES');
  expect(await put('sendFacePhoto', first.challengeId, whole)).toBeUndefined();
  for (const how of PHOTOS.slice(1))
    expect(await put('sendFacePhoto', first.challengeId, await pictureOf('eva', how))).toBeUndefined();
  const { challengeId, nonce } = first;
  const enrolment = { challengeId, nonce, consent: CONSENT };
  const echoed = { ...enrolment, nonce: whole.toString('base64').slice(4000, 4090) };
  expect((await send('enrolFace', { body: echoed })).body['code']).toBe('FACE_CHALLENGE_NOT_FOUND');
  expect((await send('enrolFace', { body: enrolment })).status).toBe(201);
  // Another person, in a photo and before the camera.
  const wrong = await start('signature');
  await put('sendFacePhoto', wrong.challengeId, await pictureOf('ana'));
  expect((await prove(wrong, wrong.nonce)).body['code']).toBe('FACE_NOT_RECOGNIZED');
  const live = await start('signature', 'live');
  pictures.set('eva, posed', await portrait('eva', posed('eva', live.pose)));
  await put('sendFaceFrame', live.challengeId, pictures.get('eva, posed') ?? Buffer.alloc(0));
  // One that counts, and then another person.
  let code: unknown;
  for (let shade = 2; code === undefined && shade < 12; shade++)
    code = await put('sendFaceFrame', live.challengeId, await pictureOf('bia', { shade }));
  expect(code).toBe('LIVENESS_FAILED');
  // And the one who was asked.
  const right = await start('signature');
  await put('sendFacePhoto', right.challengeId, await pictureOf('eva', LATER));
  const { proof: face } = (await prove(right, right.nonce)).body;
  const signatures = documents.map(({ signatureId, documentId, sha256 }) => ({
    signatureId,
    documentId,
    documentSha256: sha256,
  }));
  const signing = { signatures, consent: { accepted: true, termsVersion: '2026-11' } };
  const forged = { ...signing, face: whole.toString('base64').slice(0, 8000) };
  expect((await send('sign', { body: forged })).body['code']).toBe('FACE_PROOF_INVALID');
  expect((await send('sign', { body: { ...signing, face } })).status).toBe(200);
  await processWhen(account.api, processId, ({ status }) => status === 'finished', 'the seal');
  answers.push(
    JSON.stringify(await account.api.call('exportPerson', { params: { personId: person.personId } })),
  );
  const [document] = documents;
  const sealed = await readable(
    await eva.bytes('downloadSealed', { processId, documentId: document?.documentId ?? '' }),
  );
  await lacre.stop();
  const said = lacre.output + (await readFile(join(lacre.dataDir, 'lacre.log'), 'latin1'));
  const log = await operated(lacre.dataDir, 'audit', 'export');

  await lookAtAll();
  expect(pictures.size).toBeGreaterThanOrEqual(6);
  const places = {
    logs: said,
    events: log,
    answers: answers.join('\n'),
    'the sealed document': sealed.text,
  };
  for (const [place, text] of Object.entries(places)) expect(found(sent, text), place).toEqual([]);
  // What is looked through is what there is to look through.
  expect(said).toContain('"level":');
  for (const type of ['FaceConsentGiven', 'FaceEnrolled', 'FaceRefused', 'SignatureSigned'])
    expect(log).toContain(`"type":"${type}"`);
  expect(log).toContain('Eva Prado');
  expect(sealed.text).toContain('"similarity"');
  expect(sealed.images).toBe(0);
}, 180_000);

it('would find it, however it were written', async () => {
  const bytes = await portrait('bia');
  const traces = tracesOf({ name: 'bia', bytes });
  const ways: Record<string, (part: Buffer) => string> = {
    bytes: (part) => part.toString('latin1'),
    hexadecimal: (part) => part.toString('hex'),
    base64: (part) => part.toString('base64'),
    base64url: (part) => part.toString('base64url'),
    JSON: (part) => JSON.stringify(part),
  };
  for (const [way, write] of Object.entries(ways))
    for (const from of [0, 1, 2]) {
      const text = `{"level":30,"msg":"${write(bytes.subarray(from))}"}`;
      expect(found(traces, text), `${way} from ${from}`).not.toEqual([]);
    }
  const template = Float32Array.from({ length: 128 }, (_, index) => Math.sin(index) / 7);
  expect(found(numbersOf('template', template), JSON.stringify([...template]))).not.toEqual([]);
  expect(
    found([...traces, ...numbersOf('template', template)], (await portrait('eva')).toString('latin1')),
  ).toEqual([]);
});
