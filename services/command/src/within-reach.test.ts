import { streams, type AnswerOf } from '@lacre/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Harness } from './testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let mine: string;
let others: string;
let common: { userId: string; token: string };
beforeAll(async () => {
  harness = await Harness.start();
  own = await harness.tenant();
  [mine, others] = [await harness.company(own.token), await harness.company(own.token)];
  common = await harness.member(own.tenantId, 'common', { companyIds: [mine] });
});
afterAll(() => harness.stop());

async function create(companyId: string, token = common.token, key?: string) {
  const { personId } = await harness.person(own.token);
  const body = {
    summary: 'Contrato',
    companyId,
    documents: [{ proof: await harness.proof(own.tenantId, 'a.pdf') }],
    participants: [{ personId, part: 'signer' }],
  };
  return harness.send<AnswerOf<'createProcess'>>('POST', '/process', body, { token, key });
}
const cancel = (processId: string, token = common.token, key?: string) =>
  harness.send('POST', `/process/${processId}/cancel`, {}, { token, key });

it('allows a common user to create and cancel processes of companies assigned to them', async () => {
  const { status, body } = await create(mine);
  expect(status).toBe(201);
  expect((await cancel(body.processId)).status).toBe(200);
});

it('refuses a company that is not assigned, as if there were none, and reserves nothing', async () => {
  const before = await harness.types(streams.credits(own.tenantId));
  const { status, body } = await create(others);
  expect([status, body.code]).toEqual([404, 'COMPANY_NOT_FOUND']);
  expect(await harness.types(streams.credits(own.tenantId))).toEqual(before);
});

it('refuses another company’s process as if there were none', async () => {
  const { processId } = (await create(others, own.token)).body;
  const refused = await cancel(processId);
  expect([refused.status, refused.body.code]).toEqual([404, 'SIGNATURE_PROCESS_NOT_FOUND']);
  expect(await harness.processTypes(processId)).toEqual(['ProcessCreated']);
});

it('holds from the next request on when a company is taken away, for repeats too', async () => {
  const leo = await harness.member(own.tenantId, 'common', { companyIds: [mine] });
  const { processId } = (await create(mine, leo.token)).body;
  expect((await cancel(processId, leo.token, 'cancel-1')).status).toBe(200);
  const { userId } = leo;
  const reference = { userId, tenantId: own.tenantId };
  await harness.append(streams.user(userId), own.tenantId, {
    type: 'UserCompaniesAssigned',
    data: { ...reference, companyIds: [others] },
  });
  expect((await cancel(processId, leo.token, 'cancel-1')).body.code).toBe('SIGNATURE_PROCESS_NOT_FOUND');
});

it.each([
  ['UserDeactivated', 'AUTH_USER_INACTIVE'],
  ['UserRemoved', 'AUTH_USER_WITHOUT_TENANT'],
] as const)('decides nothing for a user after %s, while their token still runs', async (type, code) => {
  const { userId, token } = await harness.member(own.tenantId, 'manager');
  expect((await create(mine, token)).status).toBe(201);
  const event = { type, data: { userId, tenantId: own.tenantId } };
  await harness.append(streams.user(userId), own.tenantId, event);
  const reply = await create(mine, token);
  expect([reply.status, reply.body.code]).toEqual([403, code]);
});

it('goes by the role of now', async () => {
  const { userId, token } = await harness.member(own.tenantId, 'manager');
  const data = { userId, tenantId: own.tenantId, role: 'common' } as const;
  await harness.append(streams.user(userId), own.tenantId, { type: 'UserRoleChanged', data });
  const body = { cnpj: '12ABC34501DE35', companyName: 'Padaria' };
  const reply = await harness.send('POST', '/company', body, { token });
  expect([reply.status, reply.body.code]).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
});

it('opens and continues no session of an inactive user or tenant', async () => {
  const { tenantId, userId, registration } = await harness.tenant();
  const { email, password } = registration.administrator;
  const signIn = () => harness.send('POST', '/session', { email, password });
  const opened = await signIn();
  const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
  const refresh = () => harness.send('POST', '/session/refresh', undefined, { headers: { cookie } });
  const happens = (type: 'UserDeactivated' | 'UserActivated') =>
    harness.append(streams.user(userId), tenantId, { type, data: { userId, tenantId } });
  await happens('UserDeactivated');
  for (const reply of [await refresh(), await signIn()])
    expect([reply.status, reply.body.code]).toEqual([403, 'AUTH_USER_INACTIVE']);
  await happens('UserActivated');
  expect((await refresh()).status).toBe(200);
  const data = { tenantId, reason: 'Encerrada' };
  await harness.append(streams.tenant(tenantId), tenantId, { type: 'TenantDeactivated', data });
  for (const reply of [await refresh(), await signIn()])
    expect([reply.status, reply.body.code]).toEqual([403, 'TENANT_INACTIVE']);
});
