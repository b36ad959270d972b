import { afterAll, beforeAll, expect, it } from 'vitest';

import { secretCode } from '../seal/revisions/validation-code.ts';
import { sealDocument } from '../seal/seal-document.ts';
import { completedProcess, recordSealed, type TestProcess } from '../testing/completed-process.ts';
import { samplePdf } from '../testing/pdfs/sample-pdfs.ts';
import { openTestSigner, type TestSigner } from '../testing/test-signer.ts';

const ITI = 'application/validador-iti+json';

let test: TestSigner;
let process: TestProcess;
let code: string;
let secret: string;
beforeAll(async () => {
  test = await openTestSigner();
  process = await completedProcess(test, await samplePdf());
  const seal = await sealDocument(test.signer, process.processId, process.documentId);
  await recordSealed(test, process, seal);
  code = seal.validationCode;
  secret = secretCode(test.signer.payloadKey, code);
});
afterAll(() => test.close());

const get = (path: string, query: Record<string, string> = {}, remoteAddress = '198.51.100.1') =>
  test.app.inject({ url: `/api/validate/${path}?${new URLSearchParams(query).toString()}`, remoteAddress });

it('shows the data of a sealed document by its code, masked, however the code is typed', async () => {
  for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ''), code.replaceAll('-', '%20')]) {
    const { document } = (await get(typed)).json<{ document: Record<string, unknown> }>();
    expect(document).toMatchObject({
      validationCode: code,
      missingSignatures: null,
      participants: [{ cpf: '***.982.247-**' }, {}, {}],
    });
  }
});

it('says that the contact of the invitation was replaced, and claims no more for it', async () => {
  const moved = await completedProcess(test, await samplePdf(), { contactReplaced: true });
  const seal = await sealDocument(test.signer, moved.processId, moved.documentId);
  await recordSealed(test, moved, seal);
  const { document } = (await get(seal.validationCode)).json<{
    document: {
      participants: { claim: { class: string; rule: string } }[];
      timeline: { action: string }[];
    };
  }>();
  expect(document.participants.map(({ claim }) => [claim.class, claim.rule])).toEqual([
    ['simple', 'replaced-contact'],
    ['advanced', 'session-code'],
    ['advanced', 'session-code'],
  ]);
  expect(document.timeline.slice(0, 2).map(({ action }) => action)).toEqual(['created', 'contact-replaced']);
  expect(JSON.stringify(document)).not.toContain('outra@');
});

it.each(['AAAA-AAAA-AAAA-AAAA', 'nonsense'])('knows nothing of %s', async (typed) => {
  const { statusCode } = await get(typed);
  expect([404, 422]).toContain(statusCode);
});

it("leads ITI's validator to the file, given the secret that is printed in it", async () => {
  const reply = await get(code, { _format: ITI, _secretCode: secret });
  expect(reply.headers['content-type']).toContain(ITI);
  const { version, prescription } = reply.json<{
    version: string;
    prescription: { signatureFiles: { url: string }[] };
  }>();
  expect(version).toBe('1.0.0');
  const scanned = await test.app.inject({
    url: `/validate?${new URLSearchParams({ code, _format: ITI, _secretCode: secret }).toString()}`,
  });
  expect(scanned.body).toBe(reply.body);
  const url = new URL(prescription.signatureFiles[0]?.url ?? '');
  expect(url.origin).toBe(test.signer.publicUrl);
  const file = await test.app.inject({ url: `${url.pathname}${url.search}` });
  expect(file.headers['content-type']).toBe('application/pdf');
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
});

it('gives no file without the right secret, and limits tries', async () => {
  const wrong = secret === '000000' ? '000001' : '000000';
  for (const query of [{ _format: ITI }, { _format: ITI, _secretCode: wrong }]) {
    expect((await get(code, query)).statusCode).toBe(404);
  }
  expect((await get(`${code}/file`, { _secretCode: wrong })).statusCode).toBe(404);
  const replies = [];
  for (let n = 0; n < 31; n++) replies.push(await get(`${code}/file`, { _secretCode: wrong }, '203.0.113.9'));
  expect(replies.at(-1)?.statusCode).toBe(429);
});

it('bounds the guesses at one secret, from however many addresses', async () => {
  const another = await completedProcess(test, await samplePdf());
  const seal = await sealDocument(test.signer, another.processId, another.documentId);
  const right = secretCode(test.signer.payloadKey, seal.validationCode);
  const path = `${seal.validationCode}/file`;
  const guess = (secretGuessed: string, n: number) =>
    get(path, { _secretCode: secretGuessed }, `203.0.114.${n}`);
  expect((await guess(right, 200)).statusCode).toBe(200);
  const wrong = right === '000000' ? '000001' : '000000';
  const statuses = [];
  for (let n = 1; n <= 21; n++) statuses.push((await guess(wrong, n)).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 404), 429]);
  expect((await guess(right, 201)).statusCode).toBe(429);
});

it('shows the level and authority of the platform’s seals to users', async () => {
  const reply = await test.app.inject({
    url: '/api/tenant/seal',
    headers: { authorization: test.asUser(process.tenantId) },
  });
  expect(reply.json()).toMatchObject({ level: 'B-LTA', localAuthority: true, expiresSoon: false });
  expect((await test.app.inject({ url: '/api/tenant/seal' })).statusCode).toBe(401);
});
