import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf, type Role } from '@lacre/contracts';
import { newEvent, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asUser, queryStage } from '../../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
const [tenantId, companyId, foreignId] = [randomUUID(), randomUUID(), randomUUID()];
const people = {
  ana: { userId: randomUUID(), name: 'Ana Souza', role: 'administrator' },
  rui: { userId: randomUUID(), name: 'Rui Ávila', role: 'manager' },
  bia: { userId: randomUUID(), name: 'Bia Lima', role: 'common' },
  leo: { userId: randomUUID(), name: 'Léo Prado', role: 'common' },
  recepcao: { userId: randomUUID(), name: 'Recepção', role: 'totem' },
} as const satisfies Record<string, { userId: string; name: string; role: Role }>;
type Who = keyof typeof people;
const as = (who: Who) => asUser(tenantId, people[who].role, people[who].userId);
/** The same user each time: who asks is known to their tenant from then on. */
const foreigner = asUser(foreignId);
let position: string;
const happens = async (who: Who, ...events: ReturnType<typeof newEvent>[]) => {
  position = await record(stage.store, streams.user(people[who].userId), ...events);
};
const refer = (who: Who) => ({ userId: people[who].userId, tenantId });

beforeAll(async () => {
  stage = await queryStage();
  const account = { tenantId, name: 'Conta', domain: 'conta', administratorId: people.ana.userId };
  await record(stage.store, streams.tenant(tenantId), newEvent('TenantRegistered', account));
  for (const tenant of [tenantId, foreignId]) {
    const id = tenant === tenantId ? companyId : randomUUID();
    const fields = { companyName: 'Padaria', active: true };
    const company = { companyId: id, tenantId: tenant, cnpj: '11222333000181', fields };
    await record(stage.store, streams.company(id), newEvent('CompanyCreated', company));
  }
  for (const [who, { userId, name, role }] of Object.entries(people)) {
    const email = `${who}@exemplo.com.br`;
    const companyIds = who === 'bia' ? [companyId] : [];
    await happens(who as Who, newEvent('UserCreated', { userId, tenantId, name, email, role, companyIds }));
  }
});
afterAll(() => stage.close());

const users = async (search = '', headers = as('ana')) => {
  const query = new URLSearchParams({ 'min-position': position, ...(search === '' ? {} : { search }) });
  const reply = await stage.get(`/tenant/users?${query.toString()}`, headers);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<AnswerOf<'listUsers'>>();
};
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

it('groups users by role', async () => {
  const { administrators, managers, commonUsers, totems, total } = await users();
  expect([administrators, managers, commonUsers, totems].map(names)).toEqual([
    ['Ana Souza'],
    ['Rui Ávila'],
    ['Bia Lima', 'Léo Prado'],
    ['Recepção'],
  ]);
  expect(total).toBe(5);
});

it.each([
  ['a name without accents', 'leo', ['Léo Prado']],
  ['words in any order', 'lima bia', ['Bia Lima']],
  ['an e-mail', 'bia@exemplo', ['Bia Lima']],
  ['a percent sign as itself', '%', []],
])('searches by %s', async (_case, search, expected) => {
  expect(names((await users(search)).commonUsers)).toEqual(expected);
});

it('shows the status of a user', async () => {
  await happens(
    'leo',
    newEvent('UserEdited', { ...refer('leo'), name: 'Léo P.', email: 'leo@nova.com.br', cpf: '52998224725' }),
    newEvent('UserRoleChanged', { ...refer('leo'), role: 'manager' }),
    newEvent('UserCompaniesAssigned', { ...refer('leo'), companyIds: [companyId] }),
    newEvent('UserAvatarChanged', {
      ...refer('leo'),
      avatar: { sha256: 'ab'.repeat(32), mediaType: 'image/png' },
    }),
    newEvent('UserSignedIn', { ...refer('leo'), method: 'password' }, { at: '2026-03-04T09:00:00.000Z' }),
    newEvent('UserDeactivated', refer('leo')),
  );
  const { managers } = await users();
  expect(managers.find(({ uid }) => uid === people.leo.userId)).toEqual({
    uid: people.leo.userId,
    name: 'Léo P.',
    email: 'leo@nova.com.br',
    role: 'manager',
    active: false,
    cpf: '52998224725',
    externalId: null,
    phoneNumber: null,
    photoURL: `/user/${people.leo.userId}/avatar?v=abababababababab`,
    companyIds: [companyId],
    invitation: 'accepted',
    createdAt: '2026-03-02T12:00:00.000Z',
    lastSignedInAt: '2026-03-04T09:00:00.000Z',
  });
});

it('forgets a user who was removed', async () => {
  await happens('leo', newEvent('UserRemoved', refer('leo')));
  expect((await users()).total).toBe(4);
});

it('lists the users with access to a company', async () => {
  const url = `/company/${companyId}/users?min-position=${position}`;
  const reply = await stage.get(url, as('rui'));
  expect(names(reply.json<AnswerOf<'companyUsers'>>().items)).toEqual(['Ana Souza', 'Bia Lima', 'Rui Ávila']);
  const foreign = await stage.get(url, foreigner);
  expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'COMPANY_NOT_FOUND']);
});

it('is for administrators and managers, and shows their own tenant’s users', async () => {
  for (const who of ['bia', 'recepcao'] as const) {
    const reply = await stage.get('/tenant/users', as(who));
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
  }
  expect((await users('', foreigner)).total).toBeLessThanOrEqual(1);
  expect(names((await users('ana', foreigner)).administrators)).toEqual([]);
});

it('shows each user themselves', async () => {
  const reply = await stage.get(`/user/current?min-position=${position}`, as('bia'));
  expect(reply.json()).toMatchObject({
    uid: people.bia.userId,
    role: 'common',
    active: true,
    companyIds: [companyId],
    photoURL: null,
    tenant: { tenantId, name: 'Conta' },
    displayName: 'Bia Lima',
    emailVerified: false,
  });
});

it('shows each user whether their address is verified', async () => {
  const isVerified = async () =>
    (await stage.get(`/user/current?min-position=${position}`, as('bia'))).json().emailVerified;
  await happens('bia', newEvent('UserEmailVerified', refer('bia')));
  expect(await isVerified()).toBe(true);
  const edited = { ...refer('bia'), name: 'Bia Lima', email: 'bia@exemplo.com.br' };
  await happens('bia', newEvent('UserEdited', edited));
  expect(await isVerified()).toBe(true);
  await happens('bia', newEvent('UserEdited', { ...edited, email: 'outra@exemplo.com.br' }));
  expect(await isVerified()).toBe(false);
  await happens('bia', newEvent('UserEdited', edited));
});
