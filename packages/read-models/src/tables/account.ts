import type { TenantSettings, Role } from '@lacre/contracts';

import { DOMAIN_SETTING } from '../access.ts';
import { bool, instant, json, nullable, oneOf, text, uuid } from '../column.ts';
import { ofUser, wholeTenant } from '../reach.ts';
import { table } from '../table.ts';

export const tenant = table(
  'tenant',
  {
    tenant_id: uuid(),
    name: text(),
    /** The address that people are shown. */
    domain: text(),
    settings: json<TenantSettings>(),
    logo_sha256: nullable(text()),
    bg_sha256: nullable(text()),
    registered_at: instant(),
    /** The origin that it is at now, where it was moved to another installation. */
    moved_to: nullable(text()),
  },
  { key: ['tenant_id'] },
);

export const tenantDomain = table(
  'tenant_domain',
  { tenant_id: uuid(), domain: text(), kind: oneOf<'login' | 'email'>(), added_at: instant() },
  {
    key: ['tenant_id', 'domain'],
    indexes: ['(domain)'],
    // A visitor at /login/{domain} has no tenant yet: they may see whose address it is that they name.
    alsoReadableWhere: `kind = 'login' and domain = nullif(current_setting('${DOMAIN_SETTING}', true), '')`,
  },
);

export const userAccount = table(
  'user_account',
  {
    user_id: uuid(),
    tenant_id: uuid(),
    name: text(),
    email: text(),
    role: oneOf<Role>(),
    active: bool(),
    cpf: nullable(text()),
    external_id: nullable(text()),
    phone_number: nullable(text()),
    company_ids: json<string[]>(),
    avatar_sha256: nullable(text()),
    /** They have come in, or have what it takes to. */
    joined: bool(),
    /** A link that went to their address came back. */
    email_verified: bool(),
    sort_name: text(),
    search_text: text(),
    created_at: instant(),
    last_signed_in_at: nullable(instant()),
  },
  {
    key: ['user_id'],
    // Who does not run the tenant sees themselves.
    reach: `${wholeTenant} or ${ofUser('user_id')}`,
    indexes: ['(tenant_id, sort_name, user_id)'],
  },
);
