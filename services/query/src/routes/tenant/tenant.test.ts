import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { lifeOf, newEvent, plannedProcess, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { asUser, queryStage } from '../../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
const [tenantId, administratorId, otherId] = [randomUUID(), randomUUID(), randomUUID()];
const planned = plannedProcess({ tenantId, documents: ['contrato.pdf'] });
const life = lifeOf(planned);
const { processId } = planned;
const documentId = planned.documents[0]?.documentId ?? '';
const logo = { sha256: 'ab'.repeat(32), mediaType: 'image/png' } as const;
const actor = { kind: 'user', id: administratorId, name: 'Marina', tokenId: randomUUID() };
let position: string;
const me = () => asUser(tenantId, 'administrator', administratorId);

beforeAll(async () => {
  stage = await queryStage();
  const happens = async (stream: string, ...events: Parameters<typeof record>[2][]) => {
    position = await record(stage.store, stream, ...events);
  };
  const register = (id: string, domain: string) =>
    newEvent('TenantRegistered', { tenantId: id, name: `Conta ${domain}`, domain, administratorId });
  await happens(streams.tenant(otherId), register(otherId, 'outra'));
  const settings = { displayName: 'Andrade', primaryColor: '#5e35e6', deadlineDays: 15 };
  await happens(
    streams.tenant(tenantId),
    register(tenantId, 'conta'),
    newEvent('TenantSettingsChanged', { tenantId, settings }, { at: '2026-03-10T02:59:59.000Z', actor }),
    newEvent(
      'TenantImageChanged',
      { tenantId, name: 'logo', image: logo },
      { at: '2026-03-10T03:00:00.000Z' },
    ),
    newEvent('TenantDomainAdded', { tenantId, kind: 'login', domain: 'andrade' }),
    newEvent('TenantDomainAdded', { tenantId, kind: 'email', domain: 'andrade.com.br' }),
  );
  const credit = { tenantId, amount: 1, processId };
  const at = (day: number) => ({ at: `2026-03-0${day}T12:00:00.000Z` });
  await happens(
    streams.credits(tenantId),
    newEvent('CreditsGranted', { tenantId, amount: 10, reason: 'Créditos iniciais' }, at(1)),
    newEvent('CreditsReserved', credit, at(2)),
    newEvent('CreditsConsumed', { ...credit, documentId }, at(3)),
    newEvent('CreditsReserved', { tenantId, amount: 2, processId: randomUUID() }, at(4)),
  );
  await happens(life.stream, life.created(), life.canceled(0, 'Mudou o preço'));
});
afterAll(() => stage.close());

const answer = async <Name extends 'tenantSettings' | 'listDomains' | 'tenantEvents' | 'creditStatement'>(
  _name: Name,
  url: string,
  parameters: Record<string, string> = {},
  headers = me(),
) => {
  const query = new URLSearchParams({ 'min-position': position, ...parameters }).toString();
  const reply = await stage.get(`${url}?${query}`, headers);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<AnswerOf<Name>>();
};

it('gives the settings, those that are not set as they are taken', async () => {
  const images = { logoUrl: `/tenant/${tenantId}/image/${logo.sha256}`, backgroundUrl: null };
  expect(await answer('tenantSettings', '/tenant/settings')).toEqual({
    displayName: 'Andrade',
    primaryColor: '#5e35e6',
    deadlineDays: 15,
    reminders: null,
    requirements: { location: false },
    faceSimilarity: 50,
    sharedContacts: false,
    signLanguage: false,
    signLanguageHost: null,
    totemLanguage: 'pt-BR',
    ...images,
  });
  expect(await answer('tenantSettings', '/tenant/settings', {}, asUser(otherId))).toMatchObject({
    displayName: 'Conta outra',
    primaryColor: null,
  });
});

it('shows a visitor the tenant whose address they name, by each of its addresses', async () => {
  for (const domain of ['conta', 'andrade'])
    expect((await stage.get(`/tenant/branding/${domain}`)).json()).toEqual({
      domain,
      name: 'Andrade',
      primaryColor: '#5e35e6',
      logoUrl: `/tenant/${tenantId}/image/${logo.sha256}`,
      backgroundUrl: null,
    });
  for (const domain of ['nenhuma', 'andrade.com.br'])
    expect((await stage.get(`/tenant/branding/${domain}`)).statusCode).not.toBe(200);
});

it('lists addresses and authorised domains', async () => {
  const { items } = await answer('listDomains', '/tenant/domains');
  expect(items.map(({ domain, kind, primary }) => [domain, kind, primary])).toEqual([
    ['andrade', 'login', false],
    ['conta', 'login', true],
    ['andrade.com.br', 'email', false],
  ]);
});

it('follows when the address that people are shown goes', async () => {
  const removed = { tenantId, kind: 'login', domain: 'conta', primary: 'andrade' } as const;
  position = await record(stage.store, streams.tenant(tenantId), newEvent('TenantDomainRemoved', removed));
  const { items } = await answer('listDomains', '/tenant/domains');
  expect(items[0]).toMatchObject({ domain: 'andrade', primary: true });
  expect((await stage.get('/tenant/branding/conta')).statusCode).toBe(404);
});

describe('the history', () => {
  const events = (parameters: Record<string, string> = {}, headers = me()) =>
    answer('tenantEvents', '/tenant/events', { pageSize: '50', ...parameters }, headers);

  it('lists actor, act, time and reason, from the log', async () => {
    const { items } = await events();
    expect(items.find(({ action }) => action === 'tenantSettingsChanged')).toEqual({
      position: expect.any(String) as string,
      at: '2026-03-10T02:59:59.000Z',
      action: 'tenantSettingsChanged',
      kind: 'account',
      what: 'Mudou as configurações',
      who: { kind: 'user', id: administratorId, name: 'Marina', tokenId: actor.tokenId },
      reason: null,
      subjects: {},
      objects: [],
      ip: null,
    });
    expect(items.find(({ action }) => action === 'documentCanceled')).toMatchObject({
      reason: 'Mudou o preço',
      subjects: { processId, documentId },
    });
    expect(items.find(({ action }) => action === 'processCreated')?.subjects).toEqual({
      processId,
      companyId: planned.company.companyId,
    });
  });

  it('is of a period of whole days in Brasília', async () => {
    const actions = async (initialDate: string, endDate: string) =>
      (await events({ initialDate, endDate })).items.map(({ action }) => action);
    expect(await actions('2026-03-10', '2026-03-10')).toEqual(['tenantImageChanged']);
    expect(await actions('2026-03-09', '2026-03-09')).toEqual(['tenantSettingsChanged']);
    expect(await actions('2026-03-09', '2026-03-10')).toEqual([
      'tenantImageChanged',
      'tenantSettingsChanged',
    ]);
  });

  it('is paged, newest first', async () => {
    const { items, total } = await events();
    expect(items).toHaveLength(total);
    const moments = items.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted().toReversed());
    const second = await events({ pageSize: '2', page: '2' });
    expect(second.items).toEqual(items.slice(2, 4));
    expect(second.total).toBe(total);
  });

  it('is for administrators and managers, of their own tenant', async () => {
    for (const role of ['common', 'totem']) {
      const reply = await stage.get('/tenant/events', asUser(tenantId, role));
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
    }
    const { items } = await events({}, asUser(otherId));
    // The request itself introduces its user, whom the read model may show by then or not.
    const actions = items.map(({ action }) => action).filter((action) => action !== 'userCreated');
    expect(actions).toEqual(['tenantRegistered']);
  });
});

describe('the statement', () => {
  const statement = (parameters: Record<string, string> = {}, headers = me()) =>
    answer('creditStatement', '/tenant/credits/statement', parameters, headers);

  it('has every movement with the balance after it, its process and its document', async () => {
    const { items, total } = await statement();
    expect(total).toBe(4);
    expect(items.map(({ kind, amount, balance, reserved }) => [kind, amount, balance, reserved])).toEqual([
      ['reserved', 2, 7, 2],
      ['consumed', 1, 9, 0],
      ['reserved', 1, 9, 1],
      ['granted', 10, 10, 0],
    ]);
    expect(items[0]?.process?.summary).toBeNull();
    expect(items[1]).toMatchObject({
      process: { processId, summary: planned.summary },
      document: { documentId, name: 'contrato.pdf' },
    });
    expect(items[3]).toMatchObject({ reason: 'Créditos iniciais', process: null, document: null });
  });

  it('is of a period, paged, and of the caller’s tenant alone', async () => {
    expect((await statement({ initialDate: '2026-03-03', endDate: '2026-03-03' })).total).toBe(1);
    expect((await statement({ pageSize: '1', page: '4' })).items[0]?.kind).toBe('granted');
    expect((await statement({}, asUser(otherId))).items).toEqual([]);
  });
});
