import { randomUUID } from 'node:crypto';

import { paths, securityOperations, streams, type OperationName } from '@lacre/contracts';
import { newEvent, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asUser, queryStage } from '../testing/query-stage.ts';

const TRIES = 2;
const tenantId = randomUUID();
const personId = randomUUID();
const userId = randomUUID();
let stage: Awaited<ReturnType<typeof queryStage>>;

/** Every export that this service answers, by its request. */
const requests = {
  exportEvents: '/tenant/events/export?format=csv',
  exportSecurityEvents: '/tenant/security-events/export?format=csv',
  exportCreditStatement: '/tenant/credits/statement/export?format=csv',
  exportReport: '/report/export?part=volume&format=csv',
  exportPerson: `/person/${personId}/personal-data`,
  exportUser: `/user/${userId}/personal-data`,
} as const;

beforeAll(async () => {
  stage = await queryStage({ limits: { exportPerUser: { tries: TRIES, windowSeconds: 60 } } });
  await record(
    stage.store,
    streams.person(personId),
    newEvent('PersonCreated', {
      personId,
      tenantId,
      cpf: '52998224725',
      fields: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
    }),
  );
  const user = { userId, tenantId, name: 'Rui Lima', email: 'rui@exemplo.com.br', role: 'administrator' };
  const created = newEvent('UserCreated', { ...user, role: 'administrator' });
  await stage.projectedTo(await record(stage.store, streams.user(userId), created));
}, 60_000);
afterAll(() => stage.close());

it('knows every export of the query service', () => {
  const exported = [...securityOperations]
    .filter(([name, { kind }]) => kind === 'export' && paths[name as OperationName].method === 'GET')
    .map(([name]) => name)
    // A file of the signer's.
    .filter((name) => name !== 'downloadArchive');
  expect(exported.toSorted()).toEqual(Object.keys(requests).toSorted());
});

it.each(Object.entries(requests))(
  'answers %s as often as a user may export, and no oftener',
  async (_name, url) => {
    const headers = asUser(tenantId);
    for (let tried = 0; tried < TRIES; tried++) expect((await stage.get(url, headers)).statusCode).toBe(200);
    const refused = await stage.get(url, headers);
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      expect.objectContaining({
        code: 'TOO_MANY_REQUESTS',
        title: expect.stringMatching(/tentativas|espere/i),
      }),
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await stage.get(url, asUser(tenantId))).statusCode).toBe(200);
  },
);

it('counts all exports of a user together, and nothing that is no export', async () => {
  const headers = asUser(tenantId);
  for (let read = 0; read < TRIES + 2; read++)
    expect((await stage.get('/tenant/events', headers)).statusCode).toBe(200);
  expect((await stage.get(requests.exportEvents, headers)).statusCode).toBe(200);
  expect((await stage.get(requests.exportReport, headers)).statusCode).toBe(200);
  expect((await stage.get(requests.exportPerson, headers)).statusCode).toBe(429);
});
