import { remoteApiTokens } from '@lacre/access';
import type { AnswerOf } from '@lacre/contracts';
import { portOf } from '@lacre/test-support';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { serveApiTokens } from './serve-api-tokens.ts';
import { Harness } from './testing/harness.ts';

let harness: Harness;
let internal: FastifyInstance;
beforeAll(async () => {
  harness = await Harness.start();
  internal = fastify();
  serveApiTokens(internal, harness.service.apiTokens);
  await internal.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await internal.close();
  await harness.stop();
});

it('names the issuer of an API token to other services, and nothing for an unknown one', async () => {
  const tenant = await harness.tenant();
  const body = { description: 'Integração do ERP', scopes: ['read'] };
  const made = await harness.send<AnswerOf<'createToken'>>('POST', '/token', body, { token: tenant.token });
  const port = portOf(internal.server);
  const find = remoteApiTokens(`http://127.0.0.1:${port}/api-token`);
  expect(await find(made.body.token)).toEqual({
    tokenId: made.body.tokenId,
    tenantId: tenant.tenantId,
    issuerId: tenant.userId,
  });
  expect(await find(`${made.body.token.slice(0, -1)}_`)).toBeUndefined();
  for (const payload of [{}, { secret: 1 }])
    expect((await internal.inject({ method: 'POST', url: '/api-token', payload })).json()).toEqual({
      token: null,
    });
});
