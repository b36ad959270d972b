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

const tenantId = randomUUID();
async function changed(data: JsonObject): Promise<void> {
  const metadata = {
    occurredAt: new Date().toISOString(),
    correlationId: 'c1',
    schemaVersion: 1,
    tenantId,
    actor: { kind: 'system', name: 'test' },
  };
  const event = { id: randomUUID(), type: 'TenantImageChanged', data: { tenantId, ...data }, metadata };
  await appendToEnd(test.signer.eventStore, streams.tenant(tenantId), [event]);
}
const get = (sha256: string, of = tenantId) => test.app.inject({ url: `/api/tenant/${of}/image/${sha256}` });

it('shows a tenant’s images, former ones too, without a token, and no other file', async () => {
  const [logo, next, document] = await Promise.all(
    ['logo', 'next', 'a document'].map((text) => test.signer.blobs.put(Buffer.from(text))),
  );
  await changed({ name: 'logo', image: { sha256: logo!.sha256, mediaType: 'image/jpeg' } });
  const reply = await get(logo!.sha256);
  expect([reply.statusCode, reply.body]).toEqual([200, 'logo']);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  for (const missing of [await get(document!.sha256), await get(logo!.sha256, randomUUID())])
    expect([missing.statusCode, missing.json().code]).toEqual([404, 'TENANT_NOT_FOUND']);
  await changed({ name: 'logo', image: { sha256: next!.sha256, mediaType: 'image/png' } });
  expect((await get(logo!.sha256)).statusCode).toBe(404);
  expect((await get(next!.sha256)).body).toBe('next');
  await changed({ name: 'logo' });
  expect((await get(next!.sha256)).statusCode).toBe(404);
});
