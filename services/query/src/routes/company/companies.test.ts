import { randomUUID } from 'node:crypto';

import { streams, type DataOf } from '@lacre/contracts';
import { cnpjOf, cpfOf } from '@lacre/contracts/testing';
import { newEvent, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asUser, queryStage } from '../../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
const tenantId = randomUUID();
const created = (companyName: string, cnpj: string, more: object = {}) => ({
  companyId: randomUUID(),
  tenantId,
  cnpj,
  fields: { companyName, active: true, ...more },
});
type Person = DataOf<'PersonCreated'>;
type Company = ReturnType<typeof created>;
const padaria = created('Padaria São João Ltda', '11222333000181', {
  tradingName: 'Pão Quente',
  phoneNumber: '1133334444',
  email: 'contato@padaria.com.br',
});
const oficina = created('Oficina 100% Certa', '12ABC34501DE35', { active: false });
let position: string;

beforeAll(async () => {
  stage = await queryStage();
  await record(stage.store, streams.company(padaria.companyId), newEvent('CompanyCreated', padaria));
  position = await record(
    stage.store,
    streams.company(oficina.companyId),
    newEvent('CompanyCreated', oficina),
  );
});
afterAll(() => stage.close());

const names = async (parameters: Record<string, string>, tenant = tenantId) => {
  const search = new URLSearchParams({ 'min-position': position, ...parameters }).toString();
  const reply = await stage.get(`/company?${search}`, asUser(tenant));
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)]);
  const { items, total } = reply.json<{ items: { companyName: string }[]; total: number }>();
  return [items.map((item) => item.companyName), total];
};

it('lists a company to its writer at once, by name', async () => {
  expect(await names({})).toEqual([['Oficina 100% Certa', 'Padaria São João Ltda'], 2]);
});

it.each([
  ['without accents', 'padaria sao joao', ['Padaria São João Ltda']],
  ['by trading name', 'pão quente', ['Padaria São João Ltda']],
  ['words in any order', 'joao padaria', ['Padaria São João Ltda']],
  ['by formatted CNPJ', '11.222.333/0001-81', ['Padaria São João Ltda']],
  ['by part of a formatted CNPJ', '11.222.3', ['Padaria São João Ltda']],
  ['by bare alphanumeric CNPJ', '12abc34501de35', ['Oficina 100% Certa']],
  ['a percent sign as itself', '100%', ['Oficina 100% Certa']],
  ['an underscore as itself', '_', []],
  ['nothing found', 'farmácia', []],
])('searches %s', async (_case, search, expected) => {
  expect(await names({ search })).toEqual([expected, expected.length]);
});

it('filters by being active', async () => {
  expect(await names({ filter: 'active' })).toEqual([['Padaria São João Ltda'], 1]);
  expect(await names({ filter: 'inactive' })).toEqual([['Oficina 100% Certa'], 1]);
});

it('pages, and counts beyond the page', async () => {
  expect(await names({ pageSize: '1', page: '2' })).toEqual([['Padaria São João Ltda'], 2]);
  expect(await names({ pageSize: '1', page: '3' })).toEqual([[], 2]);
});

it('shows another tenant nothing', async () => {
  expect(await names({}, randomUUID())).toEqual([[], 0]);
  const reply = await stage.get(`/company/${padaria.companyId}`, asUser(randomUUID()));
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'COMPANY_NOT_FOUND']);
});

it('gives one company whole, and as it was edited', async () => {
  const fields = { companyName: 'Padaria Nova Ltda', active: true };
  const edited = newEvent(
    'CompanyEdited',
    { companyId: padaria.companyId, tenantId, fields },
    { at: '2026-03-03T09:00:00.000Z' },
  );
  const company = () => stage.get(`/company/${padaria.companyId}?min-position=${position}`, asUser(tenantId));
  expect((await company()).json()).toMatchObject({ tradingName: 'Pão Quente', phoneNumber: '1133334444' });
  position = await record(stage.store, streams.company(padaria.companyId), edited);
  expect((await company()).json()).toEqual({
    companyId: padaria.companyId,
    cnpj: padaria.cnpj,
    companyName: 'Padaria Nova Ltda',
    active: true,
    parentCompany: null,
    defaultSignatories: [],
    createdAt: '2026-03-02T12:00:00.000Z',
    editedAt: '2026-03-03T09:00:00.000Z',
  });
});

const get = async (path: string) =>
  (await stage.get(`${path}?min-position=${position}`, asUser(tenantId))).json();
const happens = async (stream: string, ...event: Parameters<typeof newEvent>) => {
  position = await record(stage.store, stream, newEvent(...event));
};

it('shows a branch with its head office and default signatories, as far as they exist', async () => {
  const [ana, rui, gone] = ['Ana', 'Rui', 'Eva'].map((name, index) => ({
    personId: randomUUID(),
    tenantId,
    cpf: cpfOf(index),
    fields: { name, email: `${name.toLowerCase()}@exemplo.com.br` },
  })) as [Person, Person, Person];
  for (const one of [ana, rui, gone]) await happens(streams.person(one.personId), 'PersonCreated', one);
  const branch = created('Padaria Filial', '11222333000262', {
    type: 'branch',
    parentCompanyId: padaria.companyId,
    defaultSignatoryIds: [rui.personId, gone.personId, ana.personId],
  });
  await happens(streams.company(branch.companyId), 'CompanyCreated', branch);
  await happens(streams.person(gone.personId), 'PersonRemoved', { personId: gone.personId, tenantId });
  const shown = {
    type: 'branch',
    parentCompany: {
      companyId: padaria.companyId,
      companyName: 'Padaria Nova Ltda',
      cnpj: padaria.cnpj,
    },
    defaultSignatories: [rui, ana].map((one) => ({
      personId: one.personId,
      name: one.fields.name,
      cpf: one.cpf,
      email: one.fields.email,
    })),
  };
  expect(await get(`/company/${branch.companyId}`)).toMatchObject(shown);
  const reply = await stage.get(`/company?search=filial&min-position=${position}`, asUser(tenantId));
  expect(reply.json()).toMatchObject({ items: [shown], total: 1 });
});

it('follows a company as it turns inactive and active, and forgets one that was removed', async () => {
  const { companyId } = oficina;
  const reference = { companyId, tenantId };
  for (const [type, active] of [
    ['CompanyActivated', true],
    ['CompanyDeactivated', false],
  ] as const) {
    await happens(streams.company(companyId), type, reference);
    expect(await get(`/company/${companyId}`)).toMatchObject({ active });
    expect((await names({ filter: active ? 'inactive' : 'active', search: 'oficina' }))[1]).toBe(0);
  }
  await happens(streams.company(companyId), 'CompanyRemoved', reference);
  expect(await get(`/company/${companyId}`)).toMatchObject({ code: 'COMPANY_NOT_FOUND' });
  expect(await names({ search: 'oficina' })).toEqual([[], 0]);
});

it('counts companies as they come and go: of the account, or those of a common user', async () => {
  const [north, south, east] = ['Norte', 'Sul', 'Leste'].map((name, index) =>
    created(name, cnpjOf(index + 20)),
  ) as [Company, Company, Company];
  const before = Number((await get('/dashboard')).companies);
  for (const one of [north, south, east])
    await happens(streams.company(one.companyId), 'CompanyCreated', one);
  expect(await get('/dashboard')).toMatchObject({ companies: before + 3 });
  const userId = randomUUID();
  const companyIds = [north.companyId, south.companyId];
  await happens(streams.user(userId), 'UserCreated', {
    userId,
    tenantId,
    name: 'Eva',
    email: 'eva@exemplo.com.br',
    role: 'common',
  });
  await happens(streams.user(userId), 'UserCompaniesAssigned', { userId, tenantId, companyIds });
  const theirs = async () =>
    (await stage.get(`/dashboard?min-position=${position}`, asUser(tenantId, 'common', userId))).json();
  expect(await theirs()).toMatchObject({ companies: 2 });
  for (const { companyId } of [north, east])
    await happens(streams.company(companyId), 'CompanyRemoved', { companyId, tenantId });
  expect([await get('/dashboard'), await theirs()]).toMatchObject([
    { companies: before + 1 },
    { companies: 1 },
  ]);
});

it('refuses a totem', async () => {
  const reply = await stage.get('/company', asUser(tenantId, 'totem'));
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
});
