import { createHash, randomUUID } from 'node:crypto';

import { streams, type AnswerOf, type OperationName, type QueryOf } from '@lacre/contracts';
import { canonicalJson } from '@lacre/personal-data';
import { lifeOf, newEvent, plannedProcess, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { EXPORT_PAGE } from '../../exports/send-export.ts';
import { asUser, queryStage } from '../../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
let position: string;
const [tenantId, marinaId, leoId, goneId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const planned = plannedProcess({ tenantId, documents: ['contrato.pdf'] });
const life = lifeOf(planned);
const { processId } = planned;
const marina = { kind: 'user' as const, id: marinaId, name: 'Marina Dias' };
/** More than one page of an export. */
const TAGS = EXPORT_PAGE + 20;

beforeAll(async () => {
  stage = await queryStage({ now: () => new Date('2026-11-21T12:00:00.000Z') });
  const happens = async (stream: string, ...events: Parameters<typeof record>[2][]) => {
    position = await record(stage.store, stream, ...events);
  };
  const user = (userId: string, name: string) =>
    newEvent(
      'UserCreated',
      { userId, tenantId, name, email: `${userId}@exemplo.com.br`, role: 'common' },
      { actor: marina },
    );
  await happens(streams.user(marinaId), user(marinaId, 'Marina Dias'));
  await happens(
    streams.user(leoId),
    user(leoId, 'Léo Prado'),
    newEvent('UserInvited', { userId: leoId, tenantId, invitationId: randomUUID() }, { actor: marina }),
  );
  await happens(
    streams.user(goneId),
    user(goneId, '=Fórmula "Antiga"'),
    newEvent('UserRemoved', { userId: goneId, tenantId }, { actor: marina }),
  );
  await happens(life.stream, life.created(), life.canceled(0, 'Mudou o preço'));
  const credit = { tenantId, amount: 1, processId };
  await happens(
    streams.credits(tenantId),
    newEvent('CreditsGranted', { tenantId, amount: 10, reason: 'Créditos iniciais' }),
    newEvent('CreditsReserved', credit),
    newEvent('CreditsRefunded', { ...credit, documentId: planned.documents[0]?.documentId ?? '' }),
  );
  const tags = Array.from({ length: TAGS }, (_, number) =>
    newEvent('TagCreated', { tenantId, tagId: randomUUID(), name: `Marca ${number}` }),
  );
  const registered = { tenantId, name: 'Conta', domain: 'conta-teste', administratorId: marinaId };
  await happens(streams.tenant(tenantId), newEvent('TenantRegistered', registered), ...tags);
}, 60_000);
afterAll(() => stage.close());

const PATHS = {
  tenantEvents: '/tenant/events',
  securityEvents: '/tenant/security-events',
  creditStatement: '/tenant/credits/statement',
} as const;

const asked = async <Name extends keyof typeof PATHS>(name: Name, query: Partial<QueryOf<Name>> = {}) => {
  const given = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const text = new URLSearchParams({ 'min-position': position, pageSize: '100', ...given }).toString();
  const reply = await stage.get(`${PATHS[name]}?${text}`, asUser(tenantId));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<AnswerOf<Name>>();
};
const actions = async (query: Partial<QueryOf<'tenantEvents'>>) =>
  (await asked('tenantEvents', query)).items.map(({ action }) => action);

describe('the history', () => {
  it('names the people and things of each line, by their present names', async () => {
    const { items } = await asked('tenantEvents', { kind: 'user' });
    const of = (action: string, id: string) =>
      items.find((event) => event.action === action && event.objects.some((object) => object.id === id));
    expect(of('userInvited', leoId)).toMatchObject({
      kind: 'user',
      what: 'Convidou um usuário',
      objects: [{ kind: 'user', id: leoId, name: 'Léo Prado', exists: true }],
    });
    expect(of('userCreated', goneId)?.objects).toEqual([
      { kind: 'user', id: goneId, name: '=Fórmula "Antiga"', exists: false },
    ]);
    const [created] = (await asked('tenantEvents', { processId })).items.slice(-1);
    expect(created?.objects.at(-1)).toEqual({
      kind: 'process',
      id: processId,
      name: planned.summary,
      exists: true,
    });
  });

  it('is narrowed to a kind, a process, a person, and to all of these', async () => {
    expect(new Set((await asked('tenantEvents', { kind: 'process' })).items.map(({ kind }) => kind))).toEqual(
      new Set(['process']),
    );
    expect((await actions({ processId })).toSorted()).toEqual(['documentCanceled', 'processCreated']);
    expect((await actions({ personId: leoId })).toSorted()).toEqual(['userCreated', 'userInvited']);
    expect(await actions({ personId: goneId, kind: 'user', search: 'removeu' })).toEqual(['userRemoved']);
    expect(await actions({ personId: leoId, processId })).toEqual([]);
  });

  it('counts each event once, though one user did it to themselves', async () => {
    const { items, total } = await asked('tenantEvents', { personId: marinaId });
    expect(total).toBe(items.length);
    expect(new Set(items.map((event) => `${event.position} ${event.action}`)).size).toBe(total);
  });

  it('is searched by the names of people, companies and processes, and by act', async () => {
    expect(await actions({ search: 'leo prado' })).toEqual(['userInvited', 'userCreated']);
    expect(await actions({ search: 'convidou' })).toEqual(['userInvited']);
    expect(await actions({ search: planned.summary })).toContain('processCreated');
    expect(await actions({ search: 'xilofone' })).toEqual([]);
  });

  it('says when more names hold the words than were followed', async () => {
    const zecas = Array.from({ length: 51 }, () => randomUUID());
    for (const [index, userId] of zecas.entries())
      position = await record(
        stage.store,
        streams.user(userId),
        newEvent('UserCreated', {
          userId,
          tenantId,
          name: `Zeca ${index}`,
          email: `${userId}@exemplo.com.br`,
          role: 'common',
        }),
      );
    expect((await asked('tenantEvents', { search: 'leo' })).searchIsPartial).toBe(false);
    const { searchIsPartial, total } = await asked('tenantEvents', { search: 'zeca' });
    expect([searchIsPartial, total]).toEqual([true, 50]);
  });
});

it('narrows the statement to a kind and to a process', async () => {
  const kinds = async (query: Partial<QueryOf<'creditStatement'>>) =>
    (await asked('creditStatement', query)).items.map(({ kind }) => kind);
  expect(await kinds({ kind: 'reserved' })).toEqual(['reserved']);
  expect(await kinds({ processId })).toEqual(['refunded', 'reserved']);
  expect(await kinds({ processId: randomUUID() })).toEqual([]);
});

describe('the security log', () => {
  beforeAll(async () => {
    await stage.pool.query(
      `insert into security.entry (tenant_id, at, kind, operation, status, caller_kind, caller_id, source, times)
       values ($1, '2026-11-20T12:00:00Z', 'sign-in', 'signIn', 200, 'user', $2, 'abcdef0123456789', 1),
              ($1, '2026-11-20T13:00:00Z', 'access-change', 'inviteUser', 200, 'user', $3, '0000000000000000', 2)`,
      [tenantId, leoId, marinaId],
    );
  });
  const seen = async (query: Partial<QueryOf<'securityEvents'>>) =>
    (await asked('securityEvents', query)).items.map(({ what, who }) => [what, who?.name]);

  it('is narrowed to a caller and a kind', async () => {
    expect(await seen({ personId: leoId })).toEqual([['Entrada por senha', 'Léo Prado']]);
    expect(await seen({ kind: 'access-change' })).toEqual([['Convite enviado', 'Marina Dias']]);
    expect(await seen({ personId: leoId, kind: 'access-change' })).toEqual([]);
  });

  it('is searched by caller, event and source', async () => {
    expect(await seen({ search: 'leo prado' })).toEqual([['Entrada por senha', 'Léo Prado']]);
    expect(await seen({ search: 'convite' })).toEqual([['Convite enviado', 'Marina Dias']]);
    expect(await seen({ search: 'abcdef01' })).toEqual([['Entrada por senha', 'Léo Prado']]);
  });
});

describe('an export', () => {
  const exported = async (
    name: OperationName,
    path: string,
    query: Record<string, string>,
    role = 'administrator',
  ) => {
    const text = new URLSearchParams(query).toString();
    const reply = await stage.get(`${path}/export?${text}`, asUser(tenantId, role));
    expect(reply.statusCode, `${name}: ${reply.body}`).toBe(200);
    return reply;
  };
  /** As docs/exports.md says. */
  const headOf = (items: readonly { item: object }[]): string =>
    items.reduce(
      (head, { item }) => sha256(head + sha256(canonicalJson(JSON.parse(JSON.stringify(item))))),
      '0'.repeat(64),
    );
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

  it('has every line of the list, of all its pages, each chained to the one before', async () => {
    await asked('tenantEvents');
    const reply = await exported('exportEvents', '/tenant/events', { format: 'json', kind: 'model' });
    expect(reply.headers['content-disposition']).toBe('attachment; filename="eventos-2026-11-21.json"');
    const file = reply.json<{
      about: object;
      items: { sha256: string; item: object }[];
      count: number;
      sha256: string;
    }>();
    expect(file.about).toEqual({
      tenantId,
      exportedAt: '2026-11-21T12:00:00.000Z',
      filters: { kind: 'model' },
    });
    expect(file.count).toBe(TAGS);
    expect(file.items).toHaveLength(TAGS);
    expect(file.sha256).toBe(headOf(file.items));
    expect(file.items.at(-1)?.sha256).toBe(file.sha256);
    const { items } = await asked('tenantEvents', { kind: 'model' });
    expect(file.items.slice(0, items.length).map(({ item }) => item)).toEqual(items);
    expect(headOf(file.items.toSpliced(3, 1))).not.toBe(file.sha256);
  });

  it('is a table for spreadsheets, in which no name is a formula', async () => {
    const { body } = await exported('exportEvents', '/tenant/events', { kind: 'user', personId: goneId });
    const [head, ...lines] = body.trimEnd().split('\r\n');
    expect(head?.startsWith('\uFEFFQuando (Brasília);Tipo;Quem;O que;Sobre;')).toBe(true);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('Usuários;Marina Dias;Removeu um usuário;');
    expect(lines[1]).toContain(`;"'=Fórmula ""Antiga""";`);
  });

  it('is of credits and of the security log too', async () => {
    const credits = await exported('exportCreditStatement', '/tenant/credits/statement', { processId });
    expect(
      credits.body
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(';')[1]),
    ).toEqual(['Movimento', 'Devolução', 'Reserva']);
    const security = await exported('exportSecurityEvents', '/tenant/security-events', { personId: leoId });
    expect(security.body).toContain(';Entrada;Entrada por senha;1;Léo Prado;');
  });

  it('is refused to callers who may not see the list', async () => {
    for (const [path, role] of [
      ['/tenant/events', 'common'],
      ['/tenant/credits/statement', 'common'],
      ['/tenant/security-events', 'manager'],
    ] as const)
      expect((await stage.get(`${path}/export`, asUser(tenantId, role))).statusCode).toBe(403);
  });
});
