import { createHash, randomUUID } from 'node:crypto';

import { afterAll, beforeAll } from 'vitest';

import { multipartFile, openTestSigner, type TestSigner } from './test-signer.ts';

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A signer service and a user who uploads, for the tests of a file. */
export function useUploads() {
  const [tenantId, userId] = [randomUUID(), randomUUID()];
  const cast = {} as { test: TestSigner };
  beforeAll(async () => {
    cast.test = await openTestSigner();
  });
  afterAll(() => cast.test.close());
  return {
    cast,
    tenantId,
    userId,
    upload: async (file: Buffer, options: Parameters<typeof multipartFile>[1] = {}) => {
      const { headers, payload } = multipartFile(file, options);
      const reply = await cast.test.app.inject({
        method: 'POST',
        url: '/api/upload',
        payload,
        headers: { ...headers, authorization: cast.test.asUser(tenantId, userId) },
      });
      return { status: reply.statusCode, retryAfter: reply.headers['retry-after'], body: reply.json() };
    },
  };
}
