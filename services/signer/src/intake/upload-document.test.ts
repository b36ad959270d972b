import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';

import { readPdf, RevisionWriter } from '@lacre/pades';
import { verifyProof } from '@lacre/proofs';
import { expect, it } from 'vitest';

import { odtFile } from '../testing/office/sample-office.ts';
import {
  armedPdf,
  bombPdf,
  encryptedPdf,
  loadedPdf,
  restrictedPdf,
  samplePdf,
} from '../testing/pdfs/sample-pdfs.ts';
import { cpuMsSoFar } from '../testing/process-usage.ts';
import { multipartFile } from '../testing/test-signer.ts';
import { sha256, useUploads } from '../testing/use-uploads.ts';
import type { Converted } from './office/convert-office.ts';
import { queuedConverter } from './office/office-queue.ts';

const { cast, tenantId, userId, upload } = useUploads();

it.each([
  ['with a cross-reference table', {}],
  ['with cross-reference streams', { objectStreams: true }],
  ['with rotated pages', { rotation: 90 }],
])('accepts a PDF %s, rewrites it, and issues a proof of it', async (_what, options) => {
  const source = await samplePdf(options);
  const { status, body } = await upload(source, { name: 'Contrato.PDF' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: 'Contrato.pdf',
    pages: 2,
    sourceSha256: sha256(source),
    alreadySigned: false,
    normalised: true,
  });
  const shown = await cast.test.signer.blobs.read(body.sha256);
  expect(body.sizeBytes).toBe(shown.length);
  expect(readPdf(shown).pageCount).toBe(2);
  expect(await cast.test.signer.blobs.read(body.sourceSha256)).toEqual(source);
  const proof = await verifyProof('upload', body.proof, {
    secret: cast.test.signer.proofSecret,
    now: new Date(),
  });
  expect(proof).toEqual({
    ok: true,
    claims: {
      tenantId,
      userId,
      mediaType: 'application/pdf',
      uploadId: body.uploadId,
      name: 'Contrato.pdf',
      sha256: body.sha256,
      sourceSha256: body.sourceSha256,
      sizeBytes: body.sizeBytes,
      pages: 2,
      alreadySigned: false,
    },
  });
});

it('takes in 28 MB', async () => {
  const source = await samplePdf({ ballastBytes: 28_000_000 });
  const { status, body } = await upload(source);
  expect(status).toBe(201);
  expect(body.sizeBytes).toBeGreaterThan(28_000_000);
});

it('leaves out content of earlier revisions that is not shown any more', async () => {
  const source = await samplePdf();
  const writer = new RevisionWriter(readPdf(source));
  writer.add(Buffer.from('(o texto de antes)'));
  const revised = Buffer.concat([source, writer.finish(Buffer.alloc(32))]);
  expect(readPdf(revised).revisions).toHaveLength(2);
  const { status, body } = await upload(revised);
  expect(status).toBe(201);
  expect((await cast.test.signer.blobs.read(body.sha256)).includes('o texto de antes')).toBe(false);
});

it.each([
  ['the one that opens it', 'çedilha e espaço', 'çedilha e espaço'],
  ['the one that lifts its restrictions', '', 'dono'],
  ['its owner’s', 'segredo', 'dono'],
])('takes in a protected PDF by a password: %s', async (_what, userPassword, password) => {
  const file = await encryptedPdf(userPassword);
  const { status, body } = await upload(file, { password });
  expect({ status, body }).toMatchObject({ status: 201, body: { pages: 2, sourceSha256: sha256(file) } });
  expect(readPdf(await cast.test.signer.blobs.read(body.sha256)).encrypted).toBe(false);
});

it.each(['segredo', ''])(
  'says that a password does not open a PDF (of password "%s")',
  async (userPassword) => {
    const { status, body } = await upload(await encryptedPdf(userPassword), { password: 'outra' });
    expect([status, body.code]).toEqual([422, 'PDF_PASSWORD_WRONG']);
    expect(JSON.stringify(body)).not.toContain('outra"');
  },
);

it('removes everything that acts by itself', async () => {
  const source = await armedPdf();
  const before = readPdf(source).activeContent;
  expect(Object.values(before)).not.toContain(false);
  const { status, body } = await upload(source);
  expect(status).toBe(201);
  const shown = await cast.test.signer.blobs.read(body.sha256);
  expect(Object.values(readPdf(shown).activeContent)).not.toContain(true);
  for (const trace of ['app.alert', 'calc.exe', 'xdp']) expect(shown.includes(trace)).toBe(false);
  expect(shown.includes('https://exemplo.com.br')).toBe(true);
  expect(body.removed.toSorted()).toEqual(['actions', 'dynamic-forms', 'files']);
});

it('lists the parts removed, none for most files', async () => {
  const { body } = await upload(await loadedPdf());
  expect(body.removed.toSorted()).toEqual(['file-links', 'files', 'form-actions', 'media', 'opening-view']);
  expect((await upload(await samplePdf())).body.removed).toEqual([]);
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it.each<[string, () => Buffer | Promise<Buffer>, number, string, RegExp]>([
  ['an empty file', () => Buffer.alloc(0), 400, 'NO_FILES_UPLOADED', /vazio/],
  ['a picture named .pdf', () => png, 415, 'UPLOAD_NOT_ALLOWED_FILES', /PDF, DOC/],
  ['a PDF cut short', async () => (await samplePdf()).subarray(0, -200), 422, 'PDF_READ_ERROR', /incompleto/],
  [
    'a PDF with nothing in it',
    () => Buffer.from('%PDF-1.7\nnada\n%%EOF\n'),
    422,
    'PDF_READ_ERROR',
    /danificado/,
  ],
  [
    'a text document, for want of LibreOffice',
    () => odtFile('Olá'),
    503,
    'UPLOAD_CONVERSOR_SERVICE_ERROR',
    /LibreOffice/,
  ],
  ['a PDF with a password', () => encryptedPdf('segredo'), 422, 'PDF_ENCRYPTED', /senha/],
  ['a PDF whose author allows neither printing nor changes', restrictedPdf, 422, 'PDF_RESTRICTED', /direito/],
])('refuses %s', async (_what, make, status, code, detail) => {
  const reply = await upload(await make());
  expect(reply).toMatchObject({ status, body: { code, detail: expect.stringMatching(detail) as string } });
});

it('answers a conversion beyond the queue with when to come again, and ends those before it', async () => {
  const held = Promise.withResolvers<Buffer>();
  const began = Promise.withResolvers<void>();
  const convert = async (): Promise<Converted> => {
    began.resolve();
    return { ok: true, pdf: await held.promise };
  };
  const described = { by: 'soffice', atOnce: 1, isAvailable: async () => true } as const;
  const undo = cast.test.convertBy(queuedConverter(Object.assign(convert, described), 1));
  try {
    const first = upload(odtFile('primeiro'), { name: 'primeiro.odt' });
    await began.promise;
    const beyond = await upload(odtFile('segundo'));
    expect([beyond.status, beyond.retryAfter]).toEqual([503, '10']);
    expect(beyond.body).toMatchObject({
      code: 'UPLOAD_CONVERSOR_SERVICE_ERROR',
      detail: expect.stringContaining('fila de conversão') as string,
    });
    held.resolve(await samplePdf());
    expect(await first).toMatchObject({ status: 201, body: { name: 'primeiro.pdf', pages: 2 } });
    expect(await upload(odtFile('segundo'))).toMatchObject({ status: 201 });
  } finally {
    undo();
  }
});

it('refuses a PDF that inflates without end, and keeps working', { timeout: 60_000 }, async () => {
  const bomb = bombPdf();
  expect(bomb.length).toBeLessThan(1_000_000);
  const before = cpuMsSoFar();
  const { status, body } = await upload(bomb);
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'UPLOAD_HANDLE_FILES_ERROR' });
  // Measured under one second; the process's own limit would be 20.
  expect(cpuMsSoFar() - before).toBeLessThan(10_000);
  expect((await upload(await samplePdf())).status).toBe(201);
});

it.each([
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\Users\\ana\\Proposta.docx', 'Proposta.pdf'],
  ['cafe\u0301.pdf', 'café.pdf'],
  ['nota\u202Efdp.exe', 'notafdp.exe.pdf'],
  ['....', 'documento.pdf'],
  ['Contrato %22final%22.pdf', 'Contrato _final_.pdf'],
  ['Contrato%0Afinal 10%.pdf', 'Contrato final 10%.pdf'],
])('shows the file name %j as %j', async (name, shown) => {
  const { body } = await upload(await samplePdf(), { name });
  expect(body.name).toBe(shown);
});

it('refuses several files at once rather than keep the first without a word', async () => {
  const { status, body } = await upload(await samplePdf(), { times: 2 });
  expect([status, body.code, body.detail]).toEqual([
    400,
    'NO_FILES_UPLOADED',
    'Envie um arquivo de cada vez.',
  ]);
});

it('refuses a file in another field, or none at all', async () => {
  expect((await upload(await samplePdf(), { field: 'documento' })).body.code).toBe('NO_FILES_UPLOADED');
  const reply = await cast.test.app.inject({
    method: 'POST',
    url: '/api/upload',
    payload: { file: 'x' },
    headers: { authorization: cast.test.asUser(tenantId) },
  });
  expect(reply.json()).toMatchObject({ status: 400, code: 'NO_FILES_UPLOADED' });
});

it.each([
  ['broken off', (body: Buffer) => body.subarray(0, -60), undefined],
  ['without a boundary', (body: Buffer) => body, 'multipart/form-data'],
])('calls a multipart body %s malformed', async (_what, spoil, type) => {
  const { headers, payload } = multipartFile(await samplePdf());
  const reply = await cast.test.app.inject({
    method: 'POST',
    url: '/api/upload',
    payload: spoil(payload),
    headers: { 'content-type': type ?? headers['content-type'], authorization: cast.test.asUser(tenantId) },
  });
  expect(reply.json()).toMatchObject({ status: 400, code: 'MALFORMED_REQUEST' });
});

it('refuses people and strangers', async () => {
  const { headers, payload } = multipartFile(await samplePdf());
  const post = (authorization: object) =>
    cast.test.app.inject({
      method: 'POST',
      url: '/api/upload',
      payload,
      headers: { ...headers, ...authorization },
    });
  expect((await post({})).json()).toMatchObject({ code: 'AUTH_NO_TOKEN_PROVIDED' });
  const person = await post({ authorization: cast.test.asPerson(tenantId, randomUUID()) });
  expect(person.json()).toMatchObject({ code: 'AUTH_USER_WITHOUT_PERMISSION' });
});

it.each([
  ['declared', true],
  ['sent in chunks', false],
])(
  'answers 33 MB, %s, over a real connection, to a client that sends before it reads',
  async (_how, declared) => {
    const { headers, payload } = multipartFile(Buffer.alloc(33 * 1024 * 1024, '%PDF-'));
    const address = await cast.test.app.listen({ host: '127.0.0.1', port: 0 }).catch(() => undefined);
    const port = Number(new URL(address ?? cast.test.app.listeningOrigin).port);
    const length = declared ? `Content-Length: ${payload.length}` : 'Transfer-Encoding: chunked';
    const body = declared
      ? payload
      : Buffer.concat([
          Buffer.from(`${payload.length.toString(16)}\r\n`),
          payload,
          Buffer.from('\r\n0\r\n\r\n'),
        ]);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('error', reject).on('close', () => resolve(text));
      socket.write(
        `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${length}\r\n` +
          `Authorization: ${cast.test.asUser(tenantId)}\r\nContent-Type: ${headers['content-type']}\r\n\r\n`,
      );
      socket.write(body);
    });
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('UPLOAD_TOO_LARGE');
  },
);

it('shows the result of an upload to its uploader alone', async () => {
  const { body } = await upload(await samplePdf(), { name: 'Contrato.pdf' });
  const read = (authorization: string, proof: string = body.proof) =>
    cast.test.app.inject({
      method: 'POST',
      url: '/api/upload/file',
      headers: { authorization },
      payload: { proof },
    });
  const own = await read(cast.test.asUser(tenantId, userId));
  expect([own.statusCode, own.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(sha256(own.rawPayload)).toBe(body.sha256);
  const refused = [
    await read(cast.test.asUser(tenantId)),
    await read(cast.test.asUser(randomUUID())),
    await read(cast.test.asUser(tenantId, userId), `${body.proof}x`),
  ];
  for (const reply of refused) expect(reply.json().code).toBe('UPLOAD_PROOF_INVALID');
});
