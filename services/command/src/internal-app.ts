import type { ApiTokens } from '@lacre/access';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';

/** A secret is of 49 characters. */
const BODY_LIMIT_BYTES = 1024;

/**
 * What services that run elsewhere ask of this one, on a listener of its own that nothing leads to from outside.
 *
 * `POST /api-token` with `{ secret }` says whose an API token is (their API_TOKENS_URL): `{ token }`, null when it is not
 * known.
 */
export function buildInternalApp({
  log,
  apiTokens,
}: {
  log: FastifyBaseLogger;
  apiTokens: ApiTokens;
}): FastifyInstance {
  const app = fastify({ loggerInstance: log, bodyLimit: BODY_LIMIT_BYTES });
  app.post<{ Body: { secret?: unknown } | null }>('/api-token', async ({ body }) => ({
    token: (typeof body?.secret === 'string' ? await apiTokens(body.secret) : undefined) ?? null,
  }));
  return app;
}
