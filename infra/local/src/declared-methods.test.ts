import { buildService } from '@lacre/http';
import type { Mailbox } from '@lacre/mailer';
import { serveApiDocs } from '@lacre/page';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { serveMailbox } from './mailbox-page.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await buildService({
    logger: pino({ level: 'silent' }),
    keys: async () => ({ keys: [] }),
    callers: { admit: () => Promise.reject(new Error('no caller is admitted')) },
    apiTokens: async () => undefined,
    trustedProxies: 0,
  });
  await serveApiDocs(app);
  await app.register((scope) => serveMailbox(scope, {} as Mailbox, { isExposed: false }));
  app.get('/*', (_request, reply) => {
    reply.callNotFound();
  });
  await app.ready();
});
afterAll(() => app.close());

it.each(['/api/docs', '/api/docs/', '/api/docs/json', '/api/openapi.json'])(
  'answers another method at %s as the API does: with 405 and the methods it takes',
  async (url) => {
    for (const method of ['DELETE', 'POST'] as const) {
      const { statusCode, headers, body } = await app.inject({ method, url });
      const { code } = JSON.parse(body) as { code: string };
      expect([statusCode, headers['allow'], code]).toEqual([405, 'GET, HEAD', 'METHOD_NOT_ALLOWED']);
    }
    expect((await app.inject(url)).statusCode).toBeLessThan(400);
  },
);

it('answers the mailbox’s paths with 404 where there is no mailbox', async () => {
  for (const url of ['/dev/mailbox', '/dev/mailbox/messages', '/dev/nada'])
    expect((await app.inject({ method: 'DELETE', url })).statusCode).toBe(404);
});
