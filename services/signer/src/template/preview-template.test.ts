import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { rateLimits, streams, type AnswerOf, type BodyOf, type EventType } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { issueProof } from '@lacre/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Converted, OfficeConverter } from '../intake/office/convert-office.ts';
import { queuedConverter, type OfficeQueue } from '../intake/office/office-queue.ts';
import { docxFile, p } from '../testing/office/samples/docx-file.ts';
import { flattened, readStructure } from '../testing/pdfs/read-structure.ts';
import { samplePdf } from '../testing/pdfs/sample-pdfs.ts';
import { record } from '../testing/recorded-event.ts';
import { openTestSigner, type TestSigner } from '../testing/test-signer.ts';
import { readWord } from './word/read-word.ts';

let stage: TestSigner;
const tenantId = randomUUID();
const company = {
  companyId: randomUUID(),
  tenantId,
  cnpj: '12ABC34501DE35',
  fields: { companyName: 'Padaria Real Ltda', active: true },
};
const ana = {
  personId: randomUUID(),
  tenantId,
  cpf: cpfOf(1),
  fields: { name: 'Ana Conceição', email: 'ana@exemplo.com.br' },
};
const participants = [{ role: 'contratada', personId: ana.personId }];

beforeAll(async () => {
  stage = await openTestSigner();
  const tenant = { tenantId, name: 'Imobiliária Real', domain: 'real', administratorId: randomUUID() };
  await happens(streams.tenant(tenantId), 'TenantRegistered', tenant);
  await happens(streams.company(company.companyId), 'CompanyCreated', company);
  await happens(streams.person(ana.personId), 'PersonCreated', ana);
});
afterAll(() => stage.close());

const happens = (stream: string, type: EventType, data: { tenantId: string; [field: string]: unknown }) =>
  record(stage.signer.eventStore, stream, type, data);

async function templateOf(content: object): Promise<string> {
  const templateId = randomUUID();
  const roles = [
    { key: 'contratada', label: 'Contratada', part: 'signer', requirements: { location: false } },
  ];
  const data = { templateId, tenantId, fields: { name: 'Modelo', tagIds: [], roles }, content };
  await happens(streams.template(templateId), 'TemplateCreated', data);
  return templateId;
}
const textOf = (text: string) => templateOf({ kind: 'text', title: 'Contrato de {{objeto}}', text });

async function post(path: string, payload: object, authorization = stage.asUser(tenantId)) {
  const reply = await stage.app.inject({
    method: 'POST',
    url: `/api/template/${path}`,
    headers: { authorization },
    payload,
  });
  return {
    reply,
    status: reply.statusCode,
    body: () => reply.json<{ code?: string; detail?: string; errors?: { field: string }[] }>(),
  };
}
const written = (body: Partial<BodyOf<'previewTemplate'>>, authorization?: string) =>
  post('preview', { title: 'Contrato', text: 'texto', ...body }, authorization);
const used = (id: string, body: Partial<BodyOf<'previewFilledTemplate'>>, authorization?: string) =>
  post(`${id}/preview`, body, authorization);

/** What a PDF says, element by element. */
async function saidBy(pdf: Buffer): Promise<string[]> {
  const [document] = await readStructure(pdf);
  return flattened(document?.kids ?? [])
    .map(({ text }) => text.trim())
    .filter((text) => text !== '');
}

const CONTRACT = `{{contratada.nome}}, por {{valor}}, a {{empresa.razaosocial}}, em {{data}}.

# Cláusula {{1}}ª – Do objeto
{{#garantia}}
# Cláusula {{1}}ª – Da garantia
{{/garantia}}
# Cláusula {{1:multa}}ª – Da multa

| Item | Valor |
|---|--:|
| {{objeto}} | {{valor}} |

Vale a cláusula {{ver:multa}}.`;

describe('a text that is being written', () => {
  it('is drawn with its clauses numbered and open placeholders as written', async () => {
    const said = async (garantia: string) => {
      const { status, reply } = await written({ text: CONTRACT, values: { 'garantia:simnao': garantia } });
      expect([status, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
        200,
        'application/pdf',
        'private, no-store',
      ]);
      return saidBy(reply.rawPayload);
    };
    const [title, first, ...others] = await said('sim');
    expect(title).toBe('Contrato');
    expect(first).toMatch(
      /^\{\{contratada\.nome\}\}, por \{\{valor\}\}, a \{\{empresa\.razaosocial\}\}, em \d/,
    );
    const table = ['Item', 'Valor', '{{objeto}}', '{{valor}}'];
    expect(others).toEqual([
      'Cláusula 1ª – Do objeto',
      'Cláusula 2ª – Da garantia',
      'Cláusula 3ª – Da multa',
      ...table,
      'Vale a cláusula 3.',
    ]);
    expect((await said('não')).slice(2)).toEqual([
      'Cláusula 1ª – Do objeto',
      'Cláusula 2ª – Da multa',
      ...table,
      'Vale a cláusula 2.',
    ]);
  });

  it('is drawn while it is unfinished', async () => {
    const { reply } = await written({ text: 'Eu, {{contr\n\n{{#a}}x {{ver:nada}} {{2}} {{1}}' });
    expect((await saidBy(reply.rawPayload)).slice(1)).toEqual(['Eu, {{contr', 'x {{ver:nada}} {{2}} 1']);
  });

  it('is drawn for users who may keep it', async () => {
    for (const role of ['common', 'totem'])
      expect((await written({}, stage.asUser(tenantId, randomUUID(), role))).body().code).toBe(
        'AUTH_USER_WITHOUT_PERMISSION',
      );
    expect((await written({}, stage.asUser(tenantId, randomUUID(), 'manager'))).status).toBe(200);
  });

  it('is drawn for a user so many times a minute', async () => {
    const own = stage.asUser(tenantId, randomUUID());
    const refused = await Promise.all(
      Array.from({ length: rateLimits.templatePreviewPerUser.tries }, () =>
        written({ values: { nada: 'x' } }, own),
      ),
    );
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([422]));
    const { body, reply } = await written({}, own);
    expect([body().code, Number(reply.headers['retry-after']) > 0]).toEqual(['TOO_MANY_REQUESTS', true]);
    expect((await written({})).status).toBe(200);
  });
});

describe('a template that is used', () => {
  const values = { objeto: 'locação', valor: 'R$ 1.000,00', 'garantia:simnao': 'não' };

  it('shows the document as it will be made, and is stored nowhere', async () => {
    const templateId = await textOf(CONTRACT);
    const user = stage.asUser(tenantId);
    await used(templateId, {}, user);
    const kept = () => readdir(join(stage.folder, 'blobs'), { recursive: true });
    const [blobsBefore, logBefore] = [await kept(), await lastPosition()];
    const using = { companyId: company.companyId, participants, values };
    const preview = await used(templateId, using, user);
    expect([await kept(), await lastPosition()]).toEqual([blobsBefore, logBefore]);
    const made = await post(`${templateId}/fill`, using);
    const { sha256 } = made.reply.json<AnswerOf<'fillTemplate'>>();
    const said = await saidBy(preview.reply.rawPayload);
    expect(said).toEqual(await saidBy(await stage.signer.blobs.read(sha256)));
    expect(said[0]).toBe('Contrato de locação');
    expect(said[1]).toContain('Ana Conceição, por R$ 1.000,00, a Padaria Real Ltda, em');
    expect(preview.reply.headers['content-disposition']).toContain('Contrato de locacao.pdf');
  });

  it('shows the values known so far, and refuses malformed ones', async () => {
    const templateId = await textOf('{{contratada.nome}} {{empresa.razaosocial}} {{locador:cpf}}');
    const said = async (body: Partial<BodyOf<'previewFilledTemplate'>>) =>
      (await saidBy((await used(templateId, body)).reply.rawPayload)).slice(1);
    expect(await said({})).toEqual(['{{contratada.nome}} {{empresa.razaosocial}} {{locador:cpf}}']);
    expect(await said({ participants })).toEqual(['Ana Conceição {{empresa.razaosocial}} {{locador:cpf}}']);
    const wrong = await used(templateId, { values: { 'locador:cpf': '1' } });
    expect(wrong.body()).toMatchObject({
      code: 'CLASS_VALIDATION_ERROR',
      errors: [{ field: 'values.locador:cpf', message: 'CPF inválido' }],
    });
  });

  it('is drawn for its own tenant, from people and companies that the caller reaches', async () => {
    const templateId = await textOf(CONTRACT);
    const { companyId } = company;
    const codes = async (body: Partial<BodyOf<'previewFilledTemplate'>>, authorization?: string) =>
      (await used(templateId, body, authorization)).body().code;
    const common = stage.asUser(tenantId, randomUUID(), 'common');
    expect(await codes({}, stage.asUser(randomUUID()))).toBe('TEMPLATE_NOT_FOUND');
    expect(await codes({ companyId: randomUUID() })).toBe('COMPANY_NOT_FOUND');
    expect(await codes({ companyId }, common)).toBe('COMPANY_NOT_FOUND');
    expect(await codes({ participants: [{ role: 'contratada', personId: randomUUID() }] })).toBe(
      'PERSON_NOT_FOUND',
    );
    expect(await codes({}, stage.asUser(tenantId, randomUUID(), 'totem'))).toBe(
      'AUTH_USER_WITHOUT_PERMISSION',
    );
    expect((await used(templateId, {}, common)).status).toBe(200);
  });

  it('does not refer to a clause that is left out', async () => {
    const templateId = await textOf('{{#multa}}{{1:multa}}. Da multa.{{/multa}} Vale a {{ver:multa}}.');
    const using = { companyId: company.companyId, participants };
    const filled = (multa: string) =>
      post(`${templateId}/fill`, { ...using, values: { objeto: 'x', 'multa:simnao': multa } });
    expect((await filled('sim')).status).toBe(201);
    const refused = await filled('não');
    expect([refused.status, refused.body()]).toMatchObject([
      422,
      { code: 'CLASS_VALIDATION_ERROR', detail: expect.stringContaining('{{ver:multa}}') as string },
    ]);
  });
});

describe('a Word document that is used', () => {
  const file = docxFile({ document: p('Eu, {{contratada.nome}}, pago {{valor}}.') });

  async function wordTemplate(): Promise<string> {
    const source = await stage.signer.blobs.put(file);
    const [pdf, placeholders] = [await samplePdf(), ['contratada.nome', 'valor']];
    const { sha256, sizeBytes } = await stage.signer.blobs.put(pdf);
    const shown = { sha256, sizeBytes, pages: 1 };
    return templateOf({
      kind: 'word',
      name: 'Contrato.pdf',
      sourceSha256: source.sha256,
      ...shown,
      placeholders,
    });
  }

  it('is filled and converted as it will be', async () => {
    const templateId = await wordTemplate();
    const [pdf, converted] = [await samplePdf(), [] as { by: string; file: Buffer }[]];
    const convert = async () => ({ ok: true, pdf }) as const;
    const described = { by: 'soffice', atOnce: 1, isAvailable: async () => true } as const;
    const queue = queuedConverter(Object.assign(convert, described), 4);
    const seen: OfficeQueue = Object.assign(async (...[by, filled, type]: Parameters<OfficeQueue>) => {
      converted.push({ by, file: filled });
      return queue(by, filled, type);
    }, queue);
    const undo = stage.convertBy(seen);
    const { status, reply } = await used(templateId, { participants, values: { valor: '' } });
    undo();
    expect([status, reply.rawPayload.equals(pdf)]).toEqual([200, true]);
    const [{ by, file: filled } = { by: '', file: Buffer.alloc(0) }] = converted;
    // In the turn of all previews, and not in that of what the tenant sends.
    expect(by).toBe('previews');
    expect(readWord(filled).placeholders).toEqual(['valor']);
  });

  it('is drawn as it was sent, with the clauses that are switched on, before a template keeps it', async () => {
    const clause = docxFile({
      document: `${p('{{#multa}}')}${p('Multa de {{taxa}}.')}${p('{{/multa}}')}${p('Eu, {{contratada.nome}}.')}`,
    });
    const { sha256: sourceSha256 } = await stage.signer.blobs.put(clause);
    const { sha256, sizeBytes } = await stage.signer.blobs.put(await samplePdf());
    const said: string[] = [];
    const convert = async (filled: Buffer) => {
      said.push(readWord(filled).placeholders.join(' '));
      return { ok: true, pdf: await samplePdf() } as const;
    };
    const described = { by: 'soffice', atOnce: 1, isAvailable: async () => true } as const;
    const undo = stage.convertBy(queuedConverter(Object.assign(convert, described), 4));
    const proofFor = (whose: string) =>
      issueProof(
        'word-template',
        {
          uploadId: randomUUID(),
          tenantId: whose,
          userId: randomUUID(),
          name: 'Contrato.pdf',
          sha256,
          sourceSha256,
          sizeBytes,
          pages: 1,
          placeholders: ['multa:simnao', 'taxa', 'contratada.nome'],
        },
        { secret: stage.signer.proofSecret, expiresInSeconds: 60, now: new Date() },
      );
    const drawn = async (multa: string, whose = tenantId) =>
      post('preview', { kind: 'word', proof: await proofFor(whose), values: { 'multa:simnao': multa } });
    expect([(await drawn('sim')).status, (await drawn('não')).status]).toEqual([200, 200]);
    expect((await drawn('sim', randomUUID())).body()).toMatchObject({
      code: 'UPLOAD_PROOF_INVALID',
      errors: [{ field: 'proof' }],
    });
    undo();
    // What nothing fills yet stays as it is written.
    expect(said).toEqual(['taxa contratada.nome', 'contratada.nome']);
  });

  it('is given up when its caller disconnects, and the converter is free again', async () => {
    const templateId = await wordTemplate();
    const pdf = await samplePdf();
    const begun = Promise.withResolvers<AbortSignal | undefined>();
    let conversions = 0;
    const convert = async (...[, , signal]: Parameters<OfficeConverter>): Promise<Converted> => {
      conversions += 1;
      if (conversions > 1) return { ok: true, pdf };
      begun.resolve(signal);
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    };
    const described = { by: 'soffice', atOnce: 1, isAvailable: async () => true } as const;
    const undo = stage.convertBy(queuedConverter(Object.assign(convert, described), 1));
    const origin = await stage.app.listen({ host: '127.0.0.1', port: 0 });
    const asking = (signal?: AbortSignal) =>
      fetch(`${origin}/api/template/${templateId}/preview`, {
        method: 'POST',
        headers: { authorization: stage.asUser(tenantId), 'content-type': 'application/json' },
        body: JSON.stringify({ participants }),
        ...(signal && { signal }),
      });
    const [first, waiting] = [new AbortController(), new AbortController()];
    const gone = asking(first.signal);
    const underWay = await begun.promise;
    const never = asking(waiting.signal);
    waiting.abort();
    await expect(never).rejects.toThrow(/abort/);
    first.abort();
    await expect(gone).rejects.toThrow(/abort/);
    const answer = await asking();
    undo();
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true);
    expect([underWay?.aborted, conversions]).toEqual([true, 2]);
  });

  it('is answered with 503 where there is no converter', async () => {
    const { status, body } = await used(await wordTemplate(), { participants });
    expect([status, body()]).toMatchObject([
      503,
      {
        code: 'UPLOAD_CONVERSOR_SERVICE_ERROR',
        detail: expect.stringContaining('não está instalada neste servidor') as string,
      },
    ]);
  });
});

it('a stored PDF is not previewed here', async () => {
  const { sha256, sizeBytes } = await stage.signer.blobs.put(await samplePdf());
  const templateId = await templateOf({
    kind: 'pdf',
    name: 'Termo.pdf',
    sha256,
    sourceSha256: sha256,
    sizeBytes,
    pages: 1,
    alreadySigned: false,
  });
  expect((await used(templateId, {})).body().code).toBe('DOCUMENT_NOT_FOUND');
});

async function lastPosition(): Promise<string | undefined> {
  return (await stage.signer.eventStore.head())?.toString();
}
