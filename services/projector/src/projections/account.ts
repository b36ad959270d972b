import type { Projection } from '../engine/projection.ts';
import { instant, nullable, table, text, uuid } from '../engine/table.ts';

export const tenant = table(
  'tenant',
  { tenant_id: uuid(), name: text(), domain: text(), registered_at: instant() },
  {
    key: ['tenant_id'],
    indexes: ['(domain)'],
    // A visitor at /login/{domain} has no tenant yet: they may see the one whose address they name.
    alsoReadableWhere: `domain = nullif(current_setting('lacre.domain', true), '')`,
  },
);

export const userAccount = table(
  'user_account',
  {
    user_id: uuid(),
    tenant_id: uuid(),
    name: text(),
    email: text(),
    role: text(),
    created_at: instant(),
    last_signed_in_at: nullable(instant()),
  },
  { key: ['user_id'], indexes: ['(tenant_id, name)'] },
);

export const accountProjection: Projection = {
  name: 'account',
  version: 2,
  schema: 'read',
  tables: [tenant, userAccount],
  on: {
    TenantRegistered: ({ data, at }) =>
      tenant.put({ tenant_id: data.tenantId, name: data.name, domain: data.domain, registered_at: at }),
    UserCreated: ({ data, at }) =>
      userAccount.put({
        user_id: data.userId,
        tenant_id: data.tenantId,
        name: data.name,
        email: data.email,
        role: data.role,
        created_at: at,
        last_signed_in_at: null,
      }),
    UserSignedIn: ({ data, at }) => userAccount.edit([data.userId], () => ({ last_signed_in_at: at })),
    UserErased: ({ data }) => userAccount.remove([data.userId]),
  },
};
