import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf, type EventType } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { verifyProof } from '@lacre/proofs';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { queuedConverter } from '../intake/office/office-queue.ts';
import { ARCHIVE_BOMBS } from '../testing/hostile-archives.ts';
import { magentaPng } from '../testing/office/hostile-office.ts';
import { odtFile, zipOf } from '../testing/office/sample-office.ts';
import { docxFile, p, r, table } from '../testing/office/samples/docx-file.ts';
import { samplePdf } from '../testing/pdfs/sample-pdfs.ts';
import { record } from '../testing/recorded-event.ts';
import { multipartFile, openTestSigner, type TestSigner } from '../testing/test-signer.ts';
import { readWord } from './word/read-word.ts';

let stage: TestSigner;
const converted: Buffer[] = [];
const [tenantId, userId] = [randomUUID(), randomUUID()];
const company = {
  companyId: randomUUID(),
  tenantId,
  cnpj: '11222333000181',
  fields: { companyName: 'Padaria & Filhos', active: true },
};
const ana = {
  personId: randomUUID(),
  tenantId,
  cpf: cpfOf(1),
  fields: { name: 'Ana <Conceição>', email: 'ana@exemplo.com.br' },
};

beforeAll(async () => {
  stage = await openTestSigner();
  await happens(streams.company(company.companyId), 'CompanyCreated', company);
  await happens(streams.person(ana.personId), 'PersonCreated', ana);
  // What is converted is seen here; that it can be, with the layout kept, in the journey of a template.
  const pdf = await samplePdf({ pages: 1 });
  const convert = async (file: Buffer) => {
    converted.push(file);
    return { ok: true, pdf } as const;
  };
  const described = { by: 'soffice', atOnce: 1, isAvailable: async () => true } as const;
  stage.convertBy(queuedConverter(Object.assign(convert, described), 4));
});
afterAll(() => stage.close());

const happens = (stream: string, type: EventType, data: { tenantId: string; [field: string]: unknown }) =>
  record(stage.signer.eventStore, stream, type, data);

async function upload(file: Buffer, authorization = stage.asUser(tenantId, userId)) {
  const { headers, payload } = multipartFile(file, { name: 'Contrato.docx' });
  const reply = await stage.app.inject({
    method: 'POST',
    url: '/api/template/word',
    headers: { ...headers, authorization },
    payload,
  });
  const body = reply.json<AnswerOf<'uploadWordTemplate'> & { code?: string; errors?: object[] }>();
  return { status: reply.statusCode, body };
}

async function send(url: string, payload: object, authorization = stage.asUser(tenantId, userId)) {
  const reply = await stage.app.inject({ method: 'POST', url, headers: { authorization }, payload });
  return {
    status: reply.statusCode,
    reply,
    body: () => reply.json<AnswerOf<'fillTemplate'> & { errors?: object[] }>(),
  };
}

const CONTRACT = docxFile({
  document:
    p(`${r('Eu, {{contra', '<w:b/>')}${r('tada.nome}}')}`) +
    table([
      ['Valor', '{{valor}}'],
      ['De', '{{empresa.razaosocial}}'],
    ]),
  header1: p('{{valor}}'),
});

it('is found out, kept, shown, and filled where its fields stand', async () => {
  const { status, body: uploaded } = await upload(CONTRACT);
  const placeholders = ['contratada.nome', 'valor', 'empresa.razaosocial'];
  expect([status, uploaded]).toMatchObject([201, { name: 'Contrato.pdf', pages: 1, placeholders }]);
  const secret = stage.signer.proofSecret;
  const proven = await verifyProof('word-template', uploaded.proof, { secret, now: new Date() });
  const {
    userId: _userId,
    uploadId: _uploadId,
    tenantId: _tenantId,
    ...kept
  } = proven.ok ? proven.claims : ({} as never);
  expect(await stage.signer.blobs.read(kept.sourceSha256)).toEqual(CONTRACT);
  // What vouches for a template vouches for no document: it would be signed with its fields empty.
  expect(await verifyProof('upload', uploaded.proof, { secret, now: new Date() })).toMatchObject({
    ok: false,
  });

  const shown = await send('/api/upload/file', { proof: uploaded.proof });
  expect([shown.status, shown.reply.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  const other = await send('/api/upload/file', { proof: uploaded.proof }, stage.asUser(tenantId));
  expect(other.status).toBe(422);

  const templateId = randomUUID();
  const roles = [{ key: 'contratada', label: 'A', part: 'signer', requirements: { location: false } }];
  const fields = { name: 'Modelo', tagIds: [], roles };
  const content = { kind: 'word', ...kept };
  await happens(streams.template(templateId), 'TemplateCreated', { templateId, tenantId, fields, content });
  const participants = [{ role: 'contratada', personId: ana.personId }];
  const fill = (values: object) =>
    send(`/api/template/${templateId}/fill`, {
      companyId: company.companyId,
      participants,
      values,
    });
  expect((await fill({})).body().errors).toMatchObject([{ field: 'values.valor' }]);
  const filled = (await fill({ valor: 'R$ 1\nmil' })).body();
  expect(filled).toMatchObject({ name: 'Contrato.pdf', pages: 1, alreadySigned: false });
  const source = await stage.signer.blobs.read(filled.sourceSha256);
  expect(converted.map((file) => readWord(file).placeholders)).toEqual([placeholders, []]);
  expect(source).toEqual(converted[1]);
  const vouched = await verifyProof('upload', filled.proof, { secret, now: new Date() });
  const people = { contratada: ana.personId };
  expect(vouched).toMatchObject({
    claims: { tenantId, filledFrom: { templateId, companyId: company.companyId, people } },
  });
  const file = await stage.app.inject({
    url: `/api/template/${templateId}/file`,
    headers: { authorization: stage.asUser(tenantId, userId) },
  });
  expect(file.rawPayload).toEqual(await stage.signer.blobs.read(kept.sha256));
});

it('is refused with every field that cannot be filled, by name and place', async () => {
  const { status, body } = await upload(
    docxFile({ document: p('{{contratada.peso}}') + table([['{{valor']]), header1: p('{{empresa.x}}') }),
  );
  expect([status, body.code, body.errors]).toEqual([
    422,
    'CLASS_VALIDATION_ERROR',
    [
      {
        field: 'file',
        message: '{{contratada.peso}} não é um campo conhecido (parágrafo 1: “{{contratada.peso}}”)',
      },
      {
        field: 'file',
        message:
          'Um campo abre com “{{” e não fecha com “}}” no mesmo parágrafo (tabela 1, linha 1, coluna 1: “{{valor”)',
      },
      {
        field: 'file',
        message: '{{empresa.x}} não é um campo conhecido (cabeçalho, parágrafo 1: “{{empresa.x}}”)',
      },
    ],
  ]);
});

const docxOf = (xml: string): Buffer =>
  zipOf({ '[Content_Types].xml': '<Types xmlns="x"/>', 'word/document.xml': xml });
it.each([
  ['a document of another kind', () => odtFile('{{valor}}'), 415, 'UPLOAD_NOT_ALLOWED_FILES'],
  ['a picture', magentaPng, 415, 'UPLOAD_NOT_ALLOWED_FILES'],
  ['a document type', () => docxOf('<!DOCTYPE a><a/>'), 422, 'UPLOAD_HANDLE_FILES_ERROR'],
  ['broken XML', () => docxOf('<a><b></a>'), 422, 'UPLOAD_HANDLE_FILES_ERROR'],
  [
    'a DOCX of 1 GB that says it is small',
    ARCHIVE_BOMBS['a DOCX of 1 GB that says it is small'],
    422,
    'UPLOAD_HANDLE_FILES_ERROR',
  ],
  [
    'a billion laughs in UTF-16',
    ARCHIVE_BOMBS['a billion laughs in UTF-16'],
    422,
    'UPLOAD_HANDLE_FILES_ERROR',
  ],
] as const)('%s is refused', async (_what, file, status, code) => {
  const answer = await upload(file?.() ?? Buffer.alloc(0));
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

it('is uploaded by users who may make templates', async () => {
  const { status, body } = await upload(CONTRACT, stage.asUser(tenantId, randomUUID(), 'common'));
  expect([status, body.code]).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
});
