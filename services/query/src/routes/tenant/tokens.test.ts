import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { newEvent, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asUser, queryStage } from '../../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
const [tenantId, leoId, biaId] = [randomUUID(), randomUUID(), randomUUID()];
const tokens = { erp: randomUUID(), site: randomUUID(), old: randomUUID(), foreign: randomUUID() };
let position: string;

beforeAll(async () => {
  const now = () => new Date('2026-11-21T12:00:00.000Z');
  stage = await queryStage({ now });
  const leo = { userId: leoId, tenantId, name: 'Leo', email: 'leo@exemplo.com.br', role: 'common' as const };
  await record(stage.store, streams.user(leoId), newEvent('UserCreated', leo));
  const issue = (tokenId: string, issuerId: string, description: string, expiresAt?: string, at?: string) =>
    record(
      stage.store,
      streams.token(tokenId),
      newEvent(
        'ApiTokenIssued',
        {
          tokenId,
          tenantId: tokenId === tokens.foreign ? randomUUID() : tenantId,
          issuerId,
          description,
          role: 'common',
          ...(expiresAt === undefined ? {} : { expiresAt }),
        },
        at === undefined ? {} : { at },
      ),
    );
  await issue(tokens.erp, leoId, 'Integração do ERP', undefined, '2026-11-03T12:00:00.000Z');
  await issue(tokens.site, biaId, 'Site', '2027-11-01T12:00:00.000Z', '2026-11-02T12:00:00.000Z');
  await issue(tokens.old, leoId, 'Antigo', '2026-11-21T12:00:00.000Z', '2026-11-01T12:00:00.000Z');
  await issue(tokens.foreign, leoId, 'De outra conta');
  position = await record(
    stage.store,
    streams.token(tokens.site),
    newEvent('ApiTokenRevoked', { tokenId: tokens.site, tenantId, issuerId: biaId }),
  );
  await stage.pool.query('insert into command.token_use values ($1, $2, $3)', [
    tokens.erp,
    tenantId,
    '2026-11-20T09:00:00.000Z',
  ]);
});
afterAll(() => stage.close());

const list = async (parameters: Record<string, string> = {}, headers = asUser(tenantId)) => {
  const query = new URLSearchParams({ 'min-position': position, ...parameters }).toString();
  const reply = await stage.get(`/token?${query}`, headers);
  expect(reply.statusCode, reply.body).toBe(200);
  const { items, total } = reply.json<AnswerOf<'listTokens'>>();
  expect(items).toHaveLength(total);
  return items;
};
const ids = (items: { tokenId: string }[]) => items.map(({ tokenId }) => tokenId);

it('shows administrators and managers the tokens of the tenant, newest first, with their status', async () => {
  const items = await list();
  expect(items.map(({ tokenId, status }) => [tokenId, status])).toEqual([
    [tokens.erp, 'active'],
    [tokens.site, 'revoked'],
    [tokens.old, 'expired'],
  ]);
  expect(items[0]).toEqual({
    tokenId: tokens.erp,
    description: 'Integração do ERP',
    issuer: { userId: leoId, name: 'Leo' },
    role: 'common',
    scopes: ['read', 'processes', 'registers', 'account'],
    networks: [],
    status: 'active',
    createdAt: '2026-11-03T12:00:00.000Z',
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: '2026-11-20T09:00:00.000Z',
  });
  expect(items[1]?.issuer).toEqual({ userId: biaId, name: null });
});

it('shows a common user their own', async () => {
  expect(ids(await list({}, asUser(tenantId, 'common', leoId)))).toEqual([tokens.erp, tokens.old]);
});

it('filters and searches', async () => {
  expect(ids(await list({ filter: 'active' }))).toEqual([tokens.erp]);
  expect(ids(await list({ filter: 'expired' }))).toEqual([tokens.old]);
  expect(ids(await list({ filter: 'revoked' }))).toEqual([tokens.site]);
  expect(ids(await list({ search: 'integracao' }))).toEqual([tokens.erp]);
});

it('hides those of other tenants, and all from a totem', async () => {
  expect(await list({}, asUser(randomUUID()))).toEqual([]);
  expect((await stage.get('/token', asUser(tenantId, 'totem'))).statusCode).toBe(403);
});
