import type { AnswerOf } from '@lacre/contracts';
import type { ReadSchema } from '@lacre/read-models';
import { sql } from 'kysely';

type Token = AnswerOf<'listTokens'>['items'][number];

/** What has become of a token by that moment. */
export const statusAt = (now: Date) =>
  sql<Token['status']>`case when t.revoked_at is not null then 'revoked'
    when t.expires_at <= ${now} then 'expired' else 'active' end`;

type ApiTokenRow = ReadSchema['read.api_token'];
interface ListedToken extends ApiTokenRow {
  issuer_name: string | null;
  last_used_at: Date | null;
  status: Token['status'];
}

export const tokenOf = (row: ListedToken): Token => ({
  tokenId: row.token_id,
  description: row.description,
  issuer: { userId: row.issuer_id, name: row.issuer_name },
  role: row.role,
  scopes: [...row.scopes],
  networks: [...row.networks],
  status: row.status,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});
