import { SCOPES, type Role, type Scope } from '@lacre/contracts';

import type { Projection } from '../engine/projection.ts';
import { ofUser, wholeTenant } from '../engine/reach.ts';
import { instant, json, nullable, table, text, uuid, type Column } from '../engine/table.ts';
import { searchText } from './search-text.ts';

export const apiToken = table(
  'api_token',
  {
    token_id: uuid(),
    tenant_id: uuid(),
    issuer_id: uuid(),
    description: text(),
    role: text() as Column<Role>,
    scopes: json<readonly Scope[]>(),
    networks: json<readonly string[]>(),
    search_text: text(),
    created_at: instant(),
    expires_at: nullable(instant()),
    revoked_at: nullable(instant()),
  },
  {
    key: ['token_id'],
    // Those who run the tenant see everybody's.
    reach: `${wholeTenant} or ${ofUser('issuer_id')}`,
    indexes: ['(tenant_id, created_at desc, token_id)'],
  },
);

/** API tokens, never their secrets. */
export const apiTokenProjection: Projection = {
  name: 'api-token',
  version: 2,
  schema: 'read',
  tables: [apiToken],
  on: {
    ApiTokenIssued: ({ data, at }) =>
      apiToken.put({
        token_id: data.tokenId,
        tenant_id: data.tenantId,
        issuer_id: data.issuerId,
        description: data.description,
        role: data.role,
        scopes: data.scopes ?? SCOPES,
        networks: data.networks ?? [],
        search_text: searchText(data.description),
        created_at: at,
        expires_at: data.expiresAt ?? null,
        revoked_at: null,
      }),
    ApiTokenRevoked: ({ data, at }) => apiToken.edit([data.tokenId], () => ({ revoked_at: at })),
  },
};
