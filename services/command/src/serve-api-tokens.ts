import type { ApiTokens } from '@lacre/access';
import type { FastifyInstance } from 'fastify';

/**
 * What services that run elsewhere ask of this one at its internal address: `POST /api-token` with `{ secret }` says whose
 * an API token is (their API_TOKENS_URL): `{ token }`, null when it is not known.
 */
export function serveApiTokens(internal: FastifyInstance, apiTokens: ApiTokens): void {
  internal.post<{ Body: { secret?: unknown } | null }>('/api-token', async ({ body }) => ({
    token: (typeof body?.secret === 'string' ? await apiTokens(body.secret) : undefined) ?? null,
  }));
}
