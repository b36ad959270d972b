import type { Role, Scope } from '@lacre/contracts';

import { instant, json, nullable, oneOf, text, uuid } from '../column.ts';
import { ofUser, wholeTenant } from '../reach.ts';
import { table } from '../table.ts';

export const apiToken = table(
  'api_token',
  {
    token_id: uuid(),
    tenant_id: uuid(),
    issuer_id: uuid(),
    description: text(),
    role: oneOf<Role>(),
    scopes: json<readonly Scope[]>(),
    networks: json<string[]>(),
    search_text: text(),
    created_at: instant(),
    expires_at: nullable(instant()),
    revoked_at: nullable(instant()),
  },
  {
    key: ['token_id'],
    // Stewards see every user's.
    reach: `${wholeTenant} or ${ofUser('issuer_id')}`,
    indexes: ['(tenant_id, created_at desc, token_id)'],
  },
);
