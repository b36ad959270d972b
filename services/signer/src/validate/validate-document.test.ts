import { generateKeyPairSync } from 'node:crypto';

import { createLocalAuthority, createSigner, issueCertificate, sealPdf } from '@lacre/pades';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openFile } from '../seal/open-file.ts';
import { sealDocument } from '../seal/seal-document.ts';
import { readSealRecord, sealedFile } from '../seal/seal-record.ts';
import { completedProcess, recordSealed, type TestProcess } from '../testing/completed-process.ts';
import { armedPdf, samplePdf, signedByOthers, stampedByOthers } from '../testing/pdfs/sample-pdfs.ts';
import { multipartFile, openTestSigner, type TestSigner } from '../testing/test-signer.ts';
import { IssuedSeals } from './issued-seals.ts';

let test: TestSigner;
let process: TestProcess;
let sealed: Buffer;
beforeAll(async () => {
  test = await openTestSigner();
  process = await completedProcess(test, await samplePdf());
  const seal = await sealDocument(test.signer, process.processId, process.documentId);
  await recordSealed(test, process, seal);
  sealed = await fileOf(process.documentId);
});
afterAll(() => test.close());

/** The sealed file as it is downloaded. */
async function fileOf(documentId: string): Promise<Buffer> {
  const file = sealedFile(await readSealRecord(test.signer.log, documentId));
  return (await openFile(test.signer.blobs, file?.parts ?? [])).pdf;
}

let visitors = 0;
async function validate(file: Buffer, remoteAddress?: string) {
  visitors += 1;
  const { headers, payload } = multipartFile(file);
  const reply = await test.app.inject({
    method: 'POST',
    url: '/api/validate',
    headers,
    payload,
    remoteAddress: remoteAddress ?? `10.0.0.${visitors % 250}`,
  });
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
}

function flipped(at: number): Buffer {
  const copy = Buffer.from(sealed);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

it('calls a sealed file genuine and shows whose it is, masked', async () => {
  const { status, body, headers } = await validate(sealed);
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toMatchObject({
    verdict: 'genuine',
    explanation: expect.stringContaining('autêntico e íntegro') as string,
    reasons: [{ code: 'identical-to-issued' }],
    document: {
      name: 'Contrato de prestação.pdf',
      companyName: 'Alvorada Serviços Ltda',
      tenantName: 'Alfa Participações',
      participants: [
        { name: 'Ana B*** S*** L***', cpf: '***.982.247-**', part: 'signer', status: 'signed' },
        { name: 'Rui B*** de O***', cpf: '***.444.777-**', part: 'signatory', status: 'signed' },
        { name: 'Zélia C***', part: 'attestant', status: 'signed' },
      ],
    },
    genuineBytes: sealed.length,
    seal: { level: 'B-LTA', localAuthority: true },
    report: {
      indication: 'TOTAL-PASSED',
      level: 'B-LTA',
      certificates: [{ subject: body.seal.certificateSubject }, {}, {}],
      policy: null,
      timeStamps: [
        { kind: 'signature', trusted: true, problem: null },
        { kind: 'document', trusted: true, problem: null },
      ],
      revisions: [
        { kind: 'document', reasons: [] },
        { kind: 'seal', reasons: [] },
        { kind: 'validation-data', reasons: [] },
        { kind: 'time-stamp', reasons: [] },
      ],
    },
  });
  expect(body.document.timeline.map(({ action }: { action: string }) => action)).toEqual([
    'created',
    'signed',
    'signed',
    'signed',
    'document-completed',
    'document-sealed',
  ]);
  const { certificates, revocation } = body.report;
  const [own, issuing, root] = certificates;
  expect([own.issuer, issuing.issuer, root.issuer]).toEqual([issuing.subject, root.subject, root.subject]);
  // Of the seal's and the time stamp's certificates by OCSP, of the issuing authority's by the root's CRL.
  const answers = (revocation as { source: string; status: string }[])
    .map((answer) => `${answer.source} ${answer.status}`)
    .toSorted();
  expect(answers).toEqual(['crl good', 'ocsp good', 'ocsp good']);
  for (const secret of ['52998224725', 'pessoa0@', '177.45.102.33', 'Souza']) {
    expect(JSON.stringify(body)).not.toContain(secret);
  }
});

it('knows a file sealed a moment ago, though nothing has followed the log yet', async () => {
  const fresh = await completedProcess(test, await samplePdf({ text: 'Novo' }));
  await sealDocument(test.signer, fresh.processId, fresh.documentId);
  expect((await validate(await fileOf(fresh.documentId))).body.verdict).toBe('genuine');
});

it('recognises the beginning of an issued file, and says what is missing', async () => {
  const file = sealedFile(await readSealRecord(test.signer.log, process.documentId));
  const last = file?.revisions.at(-1)?.sizeBytes ?? 0;
  const cut = sealed.subarray(0, sealed.length - last);
  const { body } = await validate(cut);
  expect(body).toMatchObject({
    verdict: 'proofs-missing',
    reasons: [{ code: 'cut-before-last-proofs' }],
    report: { level: 'B-LT' },
    document: { sealedSha256: body.sha256 },
  });
});

it.each([
  ['LF', '\n'],
  ['CR', '\r'],
  ['CR LF', '\r\n'],
])('names one %s added by a mail gateway, and shows the document', async (_what, added) => {
  const { body } = await validate(Buffer.concat([sealed, Buffer.from(added)]));
  expect(body).toMatchObject({
    verdict: 'genuine-with-additions',
    document: { name: 'Contrato de prestação.pdf' },
    genuineBytes: sealed.length,
  });
  const codes = body.reasons.map(({ code }: { code: string }) => code);
  expect(codes).toEqual(['begins-with-issued', 'end-of-line-added']);
});

it.each([
  ['one space', ' '],
  ['two ends of line', '\n\n'],
  ['LF CR', '\n\r'],
  ['a NUL', '\0'],
  ['a comment', '% anotado\n'],
  ['a letter', 'x'],
  // Pushes startxref out of the window that MuPDF, then PDFium, search from the end.
  ['1,101 spaces', ' '.repeat(1101)],
  ['4,096 spaces', ' '.repeat(4096)],
])('calls a sealed file followed by %s altered, and keeps the genuine beginning', async (_what, added) => {
  const { body } = await validate(Buffer.concat([sealed, Buffer.from(added, 'latin1')]));
  expect(body).toMatchObject({ verdict: 'tampered', document: null, genuineBytes: sealed.length });
  const codes = body.reasons.map(({ code }: { code: string }) => code);
  expect(codes).toContain('begins-with-issued');
  expect(codes).toContain('bytes-after-seal');
});

it.each([
  [
    'an incremental update that rewrites an object',
    (size: number) => `\n1 0 obj\n<< >>\nendobj\nstartxref\n${size}\n%%EOF\n`,
  ],
  ['the same file once more', () => sealed.toString('latin1')],
])('calls a sealed file followed by %s possibly tampered', async (_what, addition) => {
  const { body } = await validate(Buffer.concat([sealed, Buffer.from(addition(sealed.length), 'latin1')]));
  expect(body).toMatchObject({ verdict: 'tampered', document: null });
  expect(body.reasons.map(({ code }: { code: string }) => code)).toContain('begins-with-issued');
});

it('reports a later signature by another signer, with its name, and not as genuine', async () => {
  const other = await createLocalAuthority({
    organization: 'Cartório Exemplo',
    now: new Date(),
    keyType: 'ec-p256',
  });
  const countersigned = await sealPdf({ pdf: sealed, signer: other.signer, signingTime: new Date() });
  const { body } = await validate(Buffer.concat(countersigned.pdf));
  expect(body).toMatchObject({ verdict: 'later-signature', genuineBytes: sealed.length });
  expect(JSON.stringify(body.reasons)).toContain('Cartório Exemplo');
});

/** A countersignature by a certificate of an own authority. */
async function signedAs(commonName: string): Promise<Buffer> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const now = new Date();
  const certificate = issueCertificate({
    subject: { commonName },
    publicKey,
    privateKey,
    notBefore: new Date(now.getTime() - 86_400_000),
    notAfter: new Date(now.getTime() + 86_400_000),
    profile: { kind: 'document-seal' },
  });
  const signer = createSigner({ privateKey, certificate: certificate.der });
  return Buffer.concat((await sealPdf({ pdf: sealed, signer, signingTime: now })).pdf);
}

it('says that the name in a certificate of an unknown authority is not proven', async () => {
  const { body } = await validate(await signedAs('FULANO DE TAL:12345678909'));
  const masked = 'FULANO DE TAL:***.456.789-**';
  expect(body).toMatchObject({
    verdict: 'later-signature',
    laterSignatures: [{ signer: masked, trust: 'unknown' }],
  });
  const told = body.reasons.find(({ code }: { code: string }) => code === 'later-signature-present');
  expect(told.text).toContain('Certificado não reconhecido: o nome não foi comprovado');
  expect(told.text).toContain(`“${masked}”`);
  expect(body.report.revisions.at(-1)).toMatchObject({ by: [`${masked} (nome não comprovado)`] });
  expect(JSON.stringify(body)).not.toContain('12345678909');
});

it.each([
  ['in the original', (length: number) => Math.floor(length * 0.02)],
  ['in the middle', (length: number) => Math.floor(length / 2)],
  ['near the end', (length: number) => length - 40],
])('calls a file with one bit flipped %s possibly tampered', async (_where, place) => {
  const { body } = await validate(flipped(place(sealed.length)));
  expect(body).toMatchObject({
    verdict: 'tampered',
    document: null,
    explanation: expect.stringContaining('possivelmente adulterado ou não gerado pela plataforma') as string,
  });
});

it('calls a sealed file cut short possibly tampered', async () => {
  expect((await validate(sealed.subarray(0, sealed.length - 500))).body.verdict).toBe('tampered');
});

it('calls a seal by our key on bytes never issued possibly tampered', async () => {
  const { signer } = test.signer.sealKeys;
  const made = await sealPdf({ pdf: await samplePdf(), signer, signingTime: new Date() });
  const { body } = await validate(Buffer.concat(made.pdf));
  expect(body).toMatchObject({ verdict: 'tampered', reasons: [{ code: 'never-issued' }] });
});

it.each([
  ['unsigned', () => samplePdf()],
  ['signed by an outsider', () => signedByOthers()],
  ['with scripts', () => armedPdf()],
  [
    'sealed by another installation',
    async () => {
      const other = await createLocalAuthority({ organization: 'Lacre Teste', now: new Date() });
      return Buffer.concat(
        (await sealPdf({ pdf: await samplePdf(), signer: other.signer, signingTime: new Date() })).pdf,
      );
    },
  ],
])('says of a PDF %s only that it is not ours', async (_what, make) => {
  expect((await validate(await make())).body).toMatchObject({
    verdict: 'not-ours',
    document: null,
    seal: null,
  });
});

it.each([
  ['text', () => Buffer.from('isto não é um PDF')],
  ['half a foreign PDF', async () => (await samplePdf()).subarray(0, 400)],
  ['an original cut before the seal', () => sealed.subarray(0, 300)],
])('says that it cannot read %s', async (_what, make) => {
  expect((await validate(await make())).body).toMatchObject({ verdict: 'unreadable', document: null });
});

it('stores no part of a validated file', async () => {
  const { body } = await validate(await samplePdf({ text: 'Segredo' }));
  expect(await test.signer.blobs.has(body.sha256)).toBe(false);
});

it('refuses an empty file, and more than 40 MB', async () => {
  expect((await validate(Buffer.alloc(0))).body.code).toBe('NO_FILES_UPLOADED');
  expect((await validate(Buffer.alloc(41 * 1024 * 1024))).body.code).toBe('UPLOAD_TOO_LARGE');
});

it('allows one address 30 requests a minute, and others as before', async () => {
  const file = Buffer.from('nada');
  const replies = [];
  for (let index = 0; index < 31; index += 1) replies.push(await validate(file, '192.0.2.7'));
  expect(replies.slice(0, 30).every(({ status }) => status === 200)).toBe(true);
  expect(replies[30]).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  expect(Number(replies[30]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await validate(file, '192.0.2.8')).status).toBe(200);
});

it('fills its register from the log again after it was emptied', async () => {
  await test.signer.pool.query('truncate signer.issued_version');
  await test.signer.pool.query('update signer.issued_checkpoint set position = null');
  const stopping = new AbortController();
  const issued = new IssuedSeals(test.signer.pool, test.signer.eventStore);
  const following = issued.follow(stopping.signal, (error) => expect.fail(String(error)));
  const [{ sha256 }] = [(await validate(sealed)).body];
  await expect.poll(() => issued.find(sha256)).toMatchObject({ documentId: process.documentId });
  stopping.abort();
  await following;
});

it('says where a visible signature after the seal covers a page', async () => {
  const stamped = await stampedByOthers(sealed);
  const { body } = await validate(stamped);
  expect(body).toMatchObject({
    verdict: 'later-signature',
    genuineBytes: sealed.length,
    stamps: [{ signer: 'Fulano de Tal', trust: 'unknown', page: 1 }],
  });
  const [{ left, top, width, height }] = body.stamps;
  expect([left, top, left + width, top + height].every((place: number) => place >= 0 && place <= 1)).toBe(
    true,
  );
});

it('names the signatures that a sealed document had, an earlier seal with its document', async () => {
  const again = await completedProcess(test, sealed, { alreadySigned: true });
  await sealDocument(test.signer, again.processId, again.documentId);
  const { body } = await validate(await fileOf(again.documentId));
  expect(body).toMatchObject({
    verdict: 'genuine',
    embedded: [
      {
        kind: 'signature',
        state: 'sound',
        trust: 'platform',
        indication: 'TOTAL-PASSED',
        sealed: { documentName: 'Contrato de prestação.pdf', tenantName: 'Alfa Participações' },
      },
      { kind: 'document-time-stamp', state: 'sound', trust: 'trusted' },
    ],
  });
});

it('never calls a seal over a broken one plainly genuine', async () => {
  const forged = Buffer.from(sealed);
  forged.write('843', forged.indexOf('595 842') + 4, 'latin1');
  const broken = await completedProcess(test, forged, { alreadySigned: true });
  await sealDocument(test.signer, broken.processId, broken.documentId);
  const { body } = await validate(await fileOf(broken.documentId));
  expect(body).toMatchObject({
    verdict: 'unsound-inside',
    explanation: expect.stringContaining('não se sustenta') as string,
    embedded: [{ state: 'broken', trust: 'platform', indication: 'TOTAL-FAILED', sealed: null }, {}],
  });
  expect(body.reasons.map(({ code }: { code: string }) => code)).toContain('embedded-unsound');
});
