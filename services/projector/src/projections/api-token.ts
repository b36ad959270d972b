import { SCOPES } from '@lacre/contracts';
import { apiToken } from '@lacre/read-models';

import { readModel } from '../engine/projection.ts';
import { searchText } from './search-text.ts';

/** API tokens, never their secrets. */
export const apiTokenProjection = readModel('api-token', {
  version: 2,
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
});
