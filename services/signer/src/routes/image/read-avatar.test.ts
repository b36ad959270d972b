import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import type { JsonObject } from '@lacre/event-store';
import { appendToEnd } from '@lacre/event-store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestSigner, type TestSigner } from '../../testing/test-signer.ts';

let test: TestSigner;
beforeAll(async () => {
  test = await openTestSigner();
});
afterAll(() => test.close());

const [tenantId, userId] = [randomUUID(), randomUUID()];
async function happens(type: string, data: JsonObject): Promise<void> {
  const metadata = {
    occurredAt: new Date().toISOString(),
    correlationId: 'c1',
    schemaVersion: 1,
    tenantId,
    actor: { kind: 'system', name: 'test' },
  };
  const event = { id: randomUUID(), type, data: { userId, tenantId, ...data }, metadata };
  await appendToEnd(test.signer.eventStore, streams.user(userId), [event]);
}
const get = (authorization: string, etag?: string) =>
  test.app.inject({
    url: `/api/user/${userId}/avatar`,
    headers: { authorization, ...(etag === undefined ? {} : { 'if-none-match': etag }) },
  });

it('shows the picture to the tenant’s own users, until it is taken away', async () => {
  const mine = test.asUser(tenantId, userId, 'common');
  expect((await get(mine)).statusCode).toBe(404);
  const { sha256 } = await test.signer.blobs.put(Buffer.from('an image'));
  await happens('UserAvatarChanged', { avatar: { sha256, mediaType: 'image/png' } });
  const reply = await get(mine);
  expect([reply.statusCode, reply.body]).toEqual([200, 'an image']);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  });
  expect((await get(test.asUser(tenantId), String(reply.headers.etag))).statusCode).toBe(304);
  for (const authorization of [test.asUser(randomUUID()), test.asUser(randomUUID(), undefined, 'totem')])
    expect((await get(authorization)).json().code).toBe('AUTH_USER_NOT_FOUND');
  expect((await get(test.asPerson(tenantId, randomUUID()))).statusCode).toBe(403);
  await happens('UserAvatarChanged', {});
  expect((await get(mine)).statusCode).toBe(404);
});
