import { expect, test } from 'vitest';

import { createApiClient } from './client.ts';

const nobody = { token: async () => undefined, renew: async () => false };
const id = '0198c5a0-0000-7000-8000-000000000001';

test('a command whose line breaks is sent again with its key, and a read is left to the cache', async () => {
  const keys: (string | null)[] = [];
  const api = createApiClient(nobody, async (_address, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    if (keys.length === 2) return Response.json({ position: '1' });
    throw new TypeError('Failed to fetch');
  });
  await api.call('cancelProcess', { params: { processId: id }, body: {} });
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  await expect(api.call('dashboard')).rejects.toMatchObject({ code: 'NETWORK' });
  expect(keys).toHaveLength(3);
});
