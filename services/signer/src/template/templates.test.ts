import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';

import { streams, type AnswerOf, type BodyOf, type DataOf, type EventType } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { verifyProof } from '@lacre/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { flattened, readStructure } from '../testing/pdfs/read-structure.ts';
import { samplePdf } from '../testing/pdfs/sample-pdfs.ts';
import { record } from '../testing/recorded-event.ts';
import { multipartFile, openTestSigner, type TestSigner } from '../testing/test-signer.ts';

let stage: TestSigner;
const tenantId = randomUUID();
beforeAll(async () => {
  stage = await openTestSigner();
  await happens(streams.tenant(tenantId), 'TenantRegistered', {
    tenantId,
    name: 'Imobiliária Real',
    domain: 'real',
    administratorId: randomUUID(),
  });
  for (const one of [company, bare]) await happens(streams.company(one.companyId), 'CompanyCreated', one);
  for (const one of [ana, rui]) await happens(streams.person(one.personId), 'PersonCreated', one);
});
afterAll(() => stage.close());

const happens = (stream: string, type: EventType, data: { tenantId: string; [field: string]: unknown }) =>
  record(stage.signer.eventStore, stream, type, data);

const ana = {
  personId: randomUUID(),
  tenantId,
  cpf: cpfOf(1),
  fields: {
    name: 'Ana Conceição',
    email: 'ana@exemplo.com.br',
    cellphoneNumber: '11988887777',
    birthday: '1980-09-07',
    gender: 'female',
    maritalStatus: 'married',
    nationality: 'brasileira',
    rg: '12.345.678-9',
    address: 'Avenida Paulista',
    number: '1578',
    addressDetails: 'Apto 12',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    zip: '01310200',
  },
};
const rui = {
  personId: randomUUID(),
  tenantId,
  cpf: cpfOf(2),
  fields: { name: 'Rui Alves', email: 'rui@exemplo.com.br' },
};
const company = {
  companyId: randomUUID(),
  tenantId,
  cnpj: '12ABC34501DE35',
  fields: {
    companyName: 'Padaria Real Ltda',
    active: true,
    phoneNumber: '1133334444',
    defaultSignatoryIds: [rui.personId],
  },
};
const bare = {
  companyId: randomUUID(),
  tenantId,
  cnpj: '11222333000181',
  fields: { companyName: 'Oficina', active: true },
};
const role = (key: string, over: object = {}) => ({
  key,
  label: key,
  part: 'signer',
  requirements: { location: false },
  ...over,
});

async function template(
  text: string,
  { title = 'Contrato', roles = [role('contratada')] }: { title?: string; roles?: object[] } = {},
): Promise<string> {
  const templateId = randomUUID();
  const data = {
    templateId,
    tenantId,
    fields: { name: 'Modelo', tagIds: [], roles },
    content: { kind: 'text', title, text },
  };
  await happens(streams.template(templateId), 'TemplateCreated', data);
  return templateId;
}

async function fill(
  templateId: string,
  body: Partial<BodyOf<'fillTemplate'>> = {},
  authorization = stage.asUser(tenantId),
) {
  const reply = await stage.app.inject({
    method: 'POST',
    url: `/api/template/${templateId}/fill`,
    headers: { authorization, 'content-type': 'application/json' },
    payload: JSON.stringify({ companyId: company.companyId, ...body }),
  });
  const parsed = reply.json<AnswerOf<'fillTemplate'> & { code?: string; errors?: { field: string }[] }>();
  return { status: reply.statusCode, body: parsed };
}

/** What the PDF says, element by element. */
async function saidBy(sha256: string): Promise<string[]> {
  const [document] = await readStructure(await stage.signer.blobs.read(sha256));
  return flattened(document?.kids ?? [])
    .map(({ text }) => text.trim())
    .filter((text) => text !== '');
}

/** Ends the process that draws texts, if there is one. */
function killTextWorker(): void {
  const found = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'text-worker'], { encoding: 'utf8' });
  for (const pid of found.stdout.split('\n').filter((line) => line !== ''))
    process.kill(Number(pid), 'SIGKILL');
}

const contratada = { role: 'contratada', personId: ana.personId };

describe('a text', () => {
  it('is filled from the registers, and gets a proof like any upload', async () => {
    const text = [
      '{{contratada.nome}}, {{contratada.nacionalidade}}, {{contratada.estadocivil}}, nascida em {{contratada.nascimento}}',
      'CPF {{contratada.cpf}}, RG {{contratada.rg}}, {{contratada.celular}}',
      '{{contratada.endereco}}',
      '{{empresa.razaosocial}}, CNPJ {{empresa.cnpj}}, {{empresa.telefone}}',
      '{{ Conta.Nome }}, {{data}}, {{valor}}',
    ].join('\n\n');
    const templateId = await template(text, { title: 'Contrato de {{objeto}}' });
    const values = { ' Objeto ': 'locação', valor: 'R$ 1.000,00' };
    const { status, body } = await fill(templateId, { participants: [contratada], values });
    expect([status, body.name, body.pages, body.alreadySigned]).toEqual([
      201,
      'Contrato de locação.pdf',
      1,
      false,
    ]);
    const said = await saidBy(body.sha256);
    expect(said.slice(0, 5)).toEqual([
      'Contrato de locação',
      'Ana Conceição, brasileira, casada, nascida em 07/09/1980',
      `CPF ${cpfOf(1).replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')}, RG 12.345.678-9, (11) 98888-7777`,
      'Avenida Paulista, 1578, Apto 12, Bela Vista, São Paulo/SP, CEP 01310-200',
      'Padaria Real Ltda, CNPJ 12.ABC.345/01DE-35, (11) 3333-4444',
    ]);
    expect(said[5]).toMatch(/^Imobiliária Real, \d{1,2}º? de \p{L}+ de \d{4}, R\$ 1\.000,00$/u);
    const secret = stage.signer.proofSecret;
    const verified = await verifyProof('upload', body.proof, { secret, now: new Date() });
    expect(verified).toMatchObject({ ok: true, claims: { tenantId, sha256: body.sha256, pages: 1 } });
  });

  it('says at whose request it is signed, and is vouched for with that person too', async () => {
    const witnesses = ['uma', 'outra'].map((key) => role(key, { part: 'attestant' }));
    const templateId = await template('{{contratada.a_rogo_de.nome}}, a rogo por {{contratada.nome}}', {
      roles: [role('contratada', { atRequest: true }), ...witnesses],
    });
    const asked = { ...contratada, atRequestOf: { personId: rui.personId } };
    const { body } = await fill(templateId, { participants: [asked] });
    expect(await saidBy(body.sha256)).toContain('Rui Alves, a rogo por Ana Conceição');
    const secret = stage.signer.proofSecret;
    const verified = await verifyProof('upload', body.proof, { secret, now: new Date() });
    expect(verified.ok && verified.claims.filledFrom?.people).toEqual({
      contratada: ana.personId,
      'contratada.a_rogo_de': rui.personId,
    });
    expect((await fill(templateId, { participants: [contratada] })).body).toMatchObject({
      code: 'CLASS_VALIDATION_ERROR',
      errors: [{ field: 'values.contratada.a_rogo_de.nome' }],
    });
  });

  it('has tables whose rows may be clauses, and whose cells no value breaks', async () => {
    const text =
      '| Item | *Valor* |\n|---|--:|\n| {{item}} | **{{valor}}** |\n{{#multa}}\n| Multa | 2% |\n{{/multa}}\n| Total | {{valor}} |\n\nFim.';
    const templateId = await template(text);
    const said = async (multa: string) => {
      const values = { item: '*Casa* | **chave**', valor: '10', 'multa:simnao': multa };
      const { status, body } = await fill(templateId, { participants: [contratada], values });
      expect(status).toBe(201);
      return saidBy(body.sha256);
    };
    const beginning = ['Contrato', 'Item', 'Valor', '*Casa* | **chave**', '10'];
    expect(await said('sim')).toEqual([...beginning, 'Multa', '2%', 'Total', '10', 'Fim.']);
    expect(await said('não')).toEqual([...beginning, 'Total', '10', 'Fim.']);
  });

  it('carries in its proof the people whose data stands in it, and not typed values', async () => {
    const roles = ['contratada', 'testemunha', 'fiadora', 'calada'].map((key) => role(key));
    const templateId = await template('{{contratada.nome}}, {{testemunha.nome}}, {{fiadora.nome}}', {
      roles,
    });
    const participants = [
      contratada,
      { role: 'testemunha', personId: rui.personId },
      { role: 'calada', personId: rui.personId },
    ];
    const values = { 'testemunha.nome': 'Outro Rui', 'fiadora.nome': 'Eva' };
    const { proof } = (await fill(templateId, { participants, values })).body;
    const secret = stage.signer.proofSecret;
    const verified = await verifyProof('upload', proof, { secret, now: new Date() });
    const { companyId } = company;
    expect(verified.ok && verified.claims.filledFrom).toEqual({
      templateId,
      companyId,
      people: { contratada: ana.personId },
    });
  });

  it('takes values for text, whatever they look like', async () => {
    const templateId = await template('Antes {{valor}} depois');
    const value = '# Título\n\n- **{{contratada.cpf}}**';
    const { body } = await fill(templateId, { participants: [contratada], values: { valor: value } });
    expect((await saidBy(body.sha256))[1]).toBe('Antes # Título - **{{contratada.cpf}}** depois');
  });

  it('holds typed values to the format that their placeholder names', async () => {
    const templateId = await template('Placa {{veiculo:placa}}, {{outro : placa}}, CPF {{locador:cpf}}');
    const wrong = { 'veiculo:placa': 'ABC12D3', 'outro:placa': 'ABC123', 'locador:cpf': '11111111111' };
    const refused = await fill(templateId, { participants: [contratada], values: wrong });
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
      422,
      'CLASS_VALIDATION_ERROR',
      [
        { field: 'values.veiculo:placa', message: 'Placa inválida: use ABC1234 ou ABC1D23' },
        { field: 'values.outro:placa', message: 'Placa inválida: use ABC1234 ou ABC1D23' },
        { field: 'values.locador:cpf', message: 'CPF inválido' },
      ],
    ]);
    const values = { 'Veiculo:Placa': ' abc1d23', 'outro:placa': 'abc1234', 'locador:cpf': '52998224725' };
    const { body } = await fill(templateId, { participants: [contratada], values });
    expect((await saidBy(body.sha256))[1]).toBe('Placa ABC1D23, ABC-1234, CPF 529.982.247-25');
  });

  it('names all that nothing fills, and takes it when it is typed', async () => {
    const templateId = await template('{{contratada.rg}} {{empresa.ie}} {{valor}} {{contratada.nome}}');
    const asked = {
      companyId: bare.companyId,
      participants: [{ role: 'contratada', personId: rui.personId }],
    };
    const { status, body } = await fill(templateId, { ...asked, values: { valor: '  ' } });
    expect([status, body.code, body.errors?.map(({ field }) => field)]).toEqual([
      422,
      'CLASS_VALIDATION_ERROR',
      ['values.contratada.rg', 'values.empresa.ie', 'values.valor'],
    ]);
    const values = { 'contratada.rg': '1', 'Empresa.IE': 'isento', valor: '2' };
    const filled = await fill(templateId, { ...asked, values });
    expect((await saidBy(filled.body.sha256))[1]).toBe('1 isento 2 Rui Alves');
    const filledTwice = await template('{{valor}}');
    const stray = await fill(templateId, { ...asked, values: { ...values, preço: '1' } });
    expect(stray.body).toMatchObject({ code: 'CLASS_VALIDATION_ERROR', errors: [{ field: 'values.preço' }] });
    const twice = await fill(filledTwice, { values: { valor: '1', ' VALOR': '2' } });
    expect(twice.body).toMatchObject({
      errors: [{ field: 'values. VALOR', message: 'Este campo vem mais de uma vez' }],
    });
    const turned = await fill(filledTwice, { values: { valor: '\u202E00,1 $R' } });
    expect(turned.body).toMatchObject({
      code: 'CLASS_VALIDATION_ERROR',
      errors: [{ field: 'values.valor' }],
    });
  });

  it('takes the role’s own person, and the company’s default signatory', async () => {
    const roles = [
      role('contratada', { personId: ana.personId }),
      role('diretor', { part: 'signatory' }),
      role('outra'),
    ];
    const templateId = await template('{{contratada.nome}}, {{diretor.nome}}', { roles });
    expect((await saidBy((await fill(templateId)).body.sha256))[1]).toBe('Ana Conceição, Rui Alves');
    const other = await fill(templateId, { companyId: bare.companyId });
    expect(other.body.errors).toMatchObject([{ field: 'values.diretor.nome' }]);
  });

  it('includes or leaves out clauses, with the values they need', async () => {
    const templateId = await template(
      'Antes\n\n{{#multa}}\nMulta de {{valor}} a {{contratada.nome}}.\n{{/multa}}\n\n{{^multa}}Sem multa.{{/multa}}',
    );
    const asked = (values: Record<string, string>) =>
      fill(templateId, { participants: [contratada], values });
    const fields = async (values: Record<string, string>) =>
      (await asked(values)).body.errors?.map(({ field }) => field);
    expect(await fields({})).toEqual(['values.multa:simnao']);
    expect(await fields({ 'multa:simnao': 'talvez' })).toEqual(['values.multa:simnao']);
    expect(await fields({ 'multa:simnao': 'Sim' })).toEqual(['values.valor']);
    const yes = (await asked({ 'multa:simnao': 'sim', valor: 'dez' })).body;
    const no = (await asked({ 'multa:simnao': 'Não', valor: '{{#multa}}' })).body;
    expect((await saidBy(yes.sha256)).slice(1)).toEqual(['Antes', 'Multa de dez a Ana Conceição.']);
    expect((await saidBy(no.sha256)).slice(1)).toEqual(['Antes', 'Sem multa.']);
    // Whose data stands in a clause that is left out is not said to stand there.
    const secret = stage.signer.proofSecret;
    const people = [yes, no].map(async ({ proof }) => {
      const verified = await verifyProof('upload', proof, { secret, now: new Date() });
      return verified.ok && verified.claims.filledFrom?.people;
    });
    expect(await Promise.all(people)).toEqual([{ contratada: ana.personId }, {}]);
  });

  it('is filled with present values', async () => {
    const edited = randomUUID();
    const person = { ...rui, personId: edited };
    await happens(streams.person(edited), 'PersonCreated', person);
    const fields = { ...person.fields, name: 'Rui Alves Neto' };
    await happens(streams.person(edited), 'PersonEdited', { personId: edited, tenantId, fields });
    const templateId = await template('{{contratada.nome}}');
    const participants = [{ role: 'contratada', personId: edited }];
    expect((await saidBy((await fill(templateId, { participants })).body.sha256))[1]).toBe('Rui Alves Neto');
    await happens(streams.person(edited), 'PersonRemoved', { personId: edited, tenantId });
    expect((await fill(templateId, { participants })).body.code).toBe('PERSON_NOT_FOUND');
  });

  it('that would never end is not made', async () => {
    const templateId = await template('{{valor}} '.repeat(9_000));
    const { status, body } = await fill(templateId, { values: { valor: 'x'.repeat(5_000) } });
    expect([status, body.code]).toEqual([422, 'CLASS_VALIDATION_ERROR']);
  });

  it('that the renderer does not draw is refused as the platform’s failure', async () => {
    const templateId = await template('{{valor}} '.repeat(70));
    const filled = fill(templateId, { values: { valor: 'x y '.repeat(1_250) } });
    // One that waits for work is ended too: the next has the task.
    const killing = setInterval(killTextWorker, 5);
    const { status, body } = await filled.finally(() => clearInterval(killing));
    expect([status, body.code]).toEqual([502, 'TEMPLATE_PDF_GENERATION']);
  });
});

describe('filling a template', () => {
  it('refuses other tenants, unknown people and callers without the right', async () => {
    const templateId = await template('{{contratada.nome}}');
    const codes = async (body: Partial<BodyOf<'fillTemplate'>>, authorization?: string) =>
      (await fill(templateId, body, authorization)).body.code;
    const participants = [contratada];
    expect(await codes({ participants }, stage.asUser(randomUUID()))).toBe('TEMPLATE_NOT_FOUND');
    expect(await codes({ participants, companyId: randomUUID() })).toBe('COMPANY_NOT_FOUND');
    expect(await codes({ participants: [{ role: 'contratada', personId: randomUUID() }] })).toBe(
      'PERSON_NOT_FOUND',
    );
    // A common user without companies reaches none.
    expect(await codes({ participants }, stage.asUser(tenantId, randomUUID(), 'common'))).toBe(
      'COMPANY_NOT_FOUND',
    );
    expect(await codes({ participants }, stage.asUser(tenantId, randomUUID(), 'totem'))).toBe(
      'AUTH_USER_WITHOUT_PERMISSION',
    );
    await happens(streams.template(templateId), 'TemplateRemoved', { templateId, tenantId });
    expect(await codes({ participants })).toBe('TEMPLATE_NOT_FOUND');
  });
});

it('a stored PDF is read by its own tenant, and comes with a proof as it is', async () => {
  const { headers, payload } = multipartFile(await samplePdf());
  const sent = await stage.app.inject({
    method: 'POST',
    url: '/api/upload',
    headers: { authorization: stage.asUser(tenantId), ...headers },
    payload,
  });
  const { name, sha256, sourceSha256, sizeBytes, pages, alreadySigned } =
    sent.json<AnswerOf<'uploadDocument'>>();
  const content = { kind: 'pdf', name, sha256, sourceSha256, sizeBytes, pages, alreadySigned } as const;
  const templateId = randomUUID();
  const fields = {
    name: 'Termo',
    tagIds: [],
    roles: [role('contratada')],
  } as unknown as DataOf<'TemplateCreated'>['fields'];
  await happens(streams.template(templateId), 'TemplateCreated', { templateId, tenantId, fields, content });
  const read = (authorization: string, id: string = templateId) =>
    stage.app.inject({ url: `/api/template/${id}/file`, headers: { authorization } });
  const own = await read(stage.asUser(tenantId));
  expect([own.statusCode, own.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(createHash('sha256').update(own.rawPayload).digest('hex')).toBe(sha256);
  expect((await read(stage.asUser(randomUUID()))).json().code).toBe('TEMPLATE_NOT_FOUND');
  expect((await read(stage.asUser(tenantId), await template('texto'))).json().code).toBe(
    'DOCUMENT_NOT_FOUND',
  );
  const filled = (await fill(templateId)).body;
  expect(filled).toMatchObject({ name, sha256, pages, removed: [], normalised: false });
  const secret = stage.signer.proofSecret;
  expect(await verifyProof('upload', filled.proof, { secret, now: new Date() })).toMatchObject({
    ok: true,
    claims: { tenantId, sha256, sourceSha256, pages, alreadySigned },
  });
  expect((await fill(templateId, { companyId: randomUUID() })).body.code).toBe('COMPANY_NOT_FOUND');
});
