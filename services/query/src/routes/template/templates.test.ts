import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { newEvent, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { asUser, queryStage } from '../../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
let position: string;
const tenantId = randomUUID();
const at = '2026-03-02T12:00:00.000Z';
const role = (key: string) => ({
  key,
  label: key,
  part: 'signer' as const,
  requirements: { location: false },
});
const tag = { tenantId, tagId: randomUUID() };
const text = (words: string) => ({ kind: 'text' as const, title: 'Contrato de {{objeto}}', text: words });
const rent = {
  templateId: randomUUID(),
  tenantId,
  fields: { name: 'Locação', description: 'Imóvel urbano', tagIds: [] as string[], roles: [role('locador')] },
  content: text('{{locador.nome}}, {{empresa.cnpj}}, {{data}}, {{valor}} e {{ Valor }}'),
};
const terms = {
  templateId: randomUUID(),
  tenantId,
  fields: { name: 'Ágil', tagIds: [tag.tagId, randomUUID()], roles: [role('contratada')] },
  content: {
    kind: 'pdf' as const,
    name: 'termos.pdf',
    sha256: 'a'.repeat(64),
    sourceSha256: 'b'.repeat(64),
    sizeBytes: 10,
    pages: 1,
    alreadySigned: false,
  },
};
const letter = {
  ...terms,
  templateId: randomUUID(),
  fields: { name: 'Carta', tagIds: [] as string[], roles: [role('contratada')] },
  content: {
    kind: 'word' as const,
    name: 'carta.pdf',
    sha256: 'c'.repeat(64),
    sourceSha256: 'd'.repeat(64),
    sizeBytes: 10,
    pages: 1,
    placeholders: ['contratada.nome', 'veiculo:placa', 'data'],
  },
};
const happens = async (stream: string, ...event: Parameters<typeof newEvent>) => {
  position = await record(stage.store, stream, newEvent(...event));
};
const get = async (path: string, tenant = tenantId, of = 'administrator') => {
  const separator = path.includes('?') ? '&' : '?';
  return (await stage.get(`${path}${separator}min-position=${position}`, asUser(tenant, of))).json();
};
const names = async (path: string, tenant = tenantId) => {
  const { items, total } = await get(path, tenant);
  return [items.map((item: { name: string }) => item.name), total];
};

beforeAll(async () => {
  stage = await queryStage();
  const registered = { tenantId, name: 'Conta', domain: 'conta', administratorId: randomUUID() };
  await happens(streams.tenant(tenantId), 'TenantRegistered', registered);
  await happens(streams.tenant(tenantId), 'TagCreated', { ...tag, name: 'Admissão' });
  await happens(streams.template(rent.templateId), 'TemplateCreated', rent);
  await happens(streams.template(terms.templateId), 'TemplateCreated', terms);
});
afterAll(() => stage.close());

describe('templates', () => {
  it('are shown with the values to be typed at use', async () => {
    const { templateId, fields, content } = rent;
    expect(await get(`/template/${templateId}`)).toEqual({
      templateId,
      ...fields,
      tags: [],
      content,
      values: ['objeto', 'valor'],
      createdAt: at,
      editedAt: at,
    });
    expect(await get(`/template/${terms.templateId}`)).toMatchObject({
      content: terms.content,
      values: [],
      tagIds: [tag.tagId],
      tags: [{ tagId: tag.tagId, name: 'Admissão' }],
    });
  });

  it.each([
    ['/template', ['Ágil', 'Locação']],
    ['/template?search=locacao', ['Locação']],
    ['/template?search=urbano', ['Locação']],
    ['/template?search=agil', ['Ágil']],
    [`/template?tagId=${tag.tagId}`, ['Ágil']],
    [`/template?tagId=${tenantId}`, []],
    ['/template?pageSize=1&page=2', ['Locação']],
  ])('are listed by %s', async (path, expected) => {
    const [found, total] = await names(path);
    expect(found).toEqual(expected);
    expect(total).toBe(path.includes('page=2') ? 2 : expected.length);
    expect(await names(path, randomUUID())).toEqual([[], 0]);
  });

  it('of a Word document are shown with the values to be typed', async () => {
    const { templateId } = letter;
    await happens(streams.template(templateId), 'TemplateCreated', letter);
    const { content, values } = await get(`/template/${templateId}`);
    expect([content, values]).toEqual([letter.content, ['veiculo:placa']]);
    await happens(streams.template(templateId), 'TemplateRemoved', { templateId, tenantId });
  });

  it('are shown to users but not to totems, and to no other tenant', async () => {
    expect((await get(`/template/${rent.templateId}`, tenantId, 'common')).name).toBe('Locação');
    expect((await get('/template', tenantId, 'totem')).code).toBe('AUTH_USER_WITHOUT_PERMISSION');
    expect((await get(`/template/${rent.templateId}`, randomUUID())).code).toBe('TEMPLATE_NOT_FOUND');
  });
});

describe('envelopes', () => {
  const envelopeId = randomUUID();
  const stream = streams.envelope(envelopeId);
  const fields = { name: 'Admissão', tagIds: [tag.tagId], templateIds: [terms.templateId, rent.templateId] };

  it('are shown with their templates in order, as far as these exist', async () => {
    await happens(stream, 'EnvelopeCreated', { envelopeId, tenantId, fields });
    const shown = await get(`/envelope/${envelopeId}`);
    expect(shown).toEqual({
      envelopeId,
      ...fields,
      tags: [{ tagId: tag.tagId, name: 'Admissão' }],
      templates: [
        { templateId: terms.templateId, name: 'Ágil', kind: 'pdf', roles: terms.fields.roles },
        { templateId: rent.templateId, name: 'Locação', kind: 'text', roles: rent.fields.roles },
      ],
      createdAt: at,
      editedAt: at,
    });
    expect((await get(`/envelope?search=admissao&tagId=${tag.tagId}`)).items).toEqual([shown]);
    expect(await names(`/envelope?tagId=${tenantId}`)).toEqual([[], 0]);
    const { templateId } = rent;
    const edited = { ...rent, fields: { ...rent.fields, name: 'Aluguel' } };
    await happens(streams.template(templateId), 'TemplateEdited', edited);
    await happens(streams.template(terms.templateId), 'TemplateRemoved', {
      templateId: terms.templateId,
      tenantId,
    });
    expect((await get(`/envelope/${envelopeId}`)).templates).toMatchObject([{ templateId, name: 'Aluguel' }]);
    expect(await names('/template')).toEqual([['Aluguel'], 1]);
  });

  it('are edited, removed, and no other tenant’s', async () => {
    const renamed = { ...fields, name: 'Demissão', templateIds: [rent.templateId, terms.templateId] };
    await happens(stream, 'EnvelopeEdited', { envelopeId, tenantId, fields: renamed });
    expect(await names('/envelope?search=demissao')).toEqual([['Demissão'], 1]);
    expect(await names('/envelope', randomUUID())).toEqual([[], 0]);
    expect((await get(`/envelope/${envelopeId}`, randomUUID())).code).toBe('ENVELOPE_NOT_FOUND');
    await happens(stream, 'EnvelopeRemoved', { envelopeId, tenantId });
    expect((await get(`/envelope/${envelopeId}`)).code).toBe('ENVELOPE_NOT_FOUND');
  });
});

it('signer groups are shown with their members, removed ones marked', async () => {
  const [ana, rui] = ['Ana', 'Rui'].map((name, index) => ({
    personId: randomUUID(),
    tenantId,
    cpf: cpfOf(index),
    fields: { name, email: `${name.toLowerCase()}@exemplo.com.br` },
  })) as [Person, Person];
  for (const one of [ana, rui]) await happens(streams.person(one.personId), 'PersonCreated', one);
  const signerGroupId = randomUUID();
  const stream = streams.signerGroup(signerGroupId);
  const members = [rui, ana].map(({ personId }) => ({ personId, part: 'signatory' as const }));
  await happens(stream, 'SignerGroupCreated', {
    signerGroupId,
    tenantId,
    fields: { name: 'Direção', members },
  });
  const shown = (one: Person) => ({
    personId: one.personId,
    part: 'signatory',
    name: one.fields.name,
    cpf: one.cpf,
    email: one.fields.email,
  });
  const group = { signerGroupId, name: 'Direção', part: 'signatory', createdAt: at, editedAt: at };
  expect(await get(`/signer-group/${signerGroupId}`)).toEqual({
    ...group,
    members: [shown(rui), shown(ana)],
    missing: [],
  });
  await happens(streams.person(rui.personId), 'PersonRemoved', { personId: rui.personId, tenantId });
  expect((await get('/signer-group?search=direcao')).items).toEqual([
    { ...group, members: [shown(ana)], missing: [rui.personId] },
  ]);
  expect(await names('/signer-group', randomUUID())).toEqual([[], 0]);
  await happens(stream, 'SignerGroupEdited', {
    signerGroupId,
    tenantId,
    fields: { name: 'Outra', members },
  });
  expect(await names('/signer-group')).toEqual([['Outra'], 1]);
  await happens(stream, 'SignerGroupRemoved', { signerGroupId, tenantId });
  expect((await get(`/signer-group/${signerGroupId}`)).code).toBe('GROUP_NOT_FOUND');
});

it('signer groups name the people in whose name members sign, until they are removed', async () => {
  const [ana, rui, maria] = ['Ana', 'Rui', 'Maria'].map((name, index) => ({
    personId: randomUUID(),
    tenantId,
    cpf: cpfOf(index + 10),
    fields: { name, email: `${name.toLowerCase()}@exemplo.com.br` },
  })) as [Person, Person, Person];
  for (const one of [ana, rui, maria]) await happens(streams.person(one.personId), 'PersonCreated', one);
  const signerGroupId = randomUUID();
  const taking = ({ personId }: Person) => ({ personId, part: 'signer' as const });
  const members = [{ ...taking(ana), atRequestOf: { personId: maria.personId } }, taking(rui)];
  const fields = { name: 'Procuradores', members };
  await happens(streams.signerGroup(signerGroupId), 'SignerGroupCreated', {
    signerGroupId,
    tenantId,
    fields,
  });
  const { personId, cpf } = maria;
  const before = await get(`/signer-group/${signerGroupId}`);
  expect(before).toMatchObject({
    members: [{ name: 'Ana', atRequestOf: { personId, name: 'Maria', cpf } }, { name: 'Rui' }],
    missing: [],
  });
  expect(before.members[1]).not.toHaveProperty('atRequestOf');
  await happens(streams.person(personId), 'PersonRemoved', { personId, tenantId });
  expect(await get(`/signer-group/${signerGroupId}`)).toMatchObject({
    members: [{ name: 'Ana', atRequestOf: null }, { name: 'Rui' }],
    missing: [personId],
  });
});

interface Person {
  personId: string;
  tenantId: string;
  cpf: string;
  fields: { name: string; email: string };
}
