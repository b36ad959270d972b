import { folded, type TenantSettings } from '@lacre/contracts';

import type { Projection } from '../engine/projection.ts';
import { ofUser, wholeTenant } from '../engine/reach.ts';
import {
  bool,
  instant,
  json,
  nullable,
  table,
  text,
  uuid,
  type Change,
  type Column,
} from '../engine/table.ts';
import { searchText } from './search-text.ts';

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
  },
  { key: ['tenant_id'] },
);

export const tenantDomain = table(
  'tenant_domain',
  { tenant_id: uuid(), domain: text(), kind: text() as Column<'login' | 'email'>, added_at: instant() },
  {
    key: ['tenant_id', 'domain'],
    indexes: ['(domain)'],
    // A visitor at /login/{domain} has no tenant yet: they may see whose address it is that they name.
    alsoReadableWhere: `kind = 'login' and domain = nullif(current_setting('lacre.domain', true), '')`,
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
    active: bool(),
    cpf: nullable(text()),
    external_id: nullable(text()),
    phone_number: nullable(text()),
    company_ids: json<readonly string[]>(),
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

interface Profile {
  name: string;
  email: string;
  cpf?: string | undefined;
  externalId?: string | undefined;
  phoneNumber?: string | undefined;
}

const fromProfile = ({ name, email, cpf, externalId, phoneNumber }: Profile) => ({
  name,
  email,
  cpf: cpf ?? null,
  external_id: externalId ?? null,
  phone_number: phoneNumber ?? null,
  sort_name: folded(name),
  search_text: searchText(name, email),
});

type Edited = Parameters<typeof userAccount.edit>[1];
const edit = ({ data }: { data: { userId: string } }, to: ReturnType<Edited>): Change =>
  userAccount.edit([data.userId], () => to);
/** Another address is to be shown theirs anew. */
const edited = ({ data }: { data: Profile & { userId: string } }): Change =>
  userAccount.edit([data.userId], ({ email, email_verified }) => ({
    ...fromProfile(data),
    email_verified: email_verified && email === data.email,
  }));

export const accountProjection: Projection = {
  name: 'account',
  version: 5,
  schema: 'read',
  tables: [tenant, tenantDomain, userAccount],
  on: {
    TenantRegistered: ({ data: { tenantId, name, domain }, at }) => [
      tenant.put({
        tenant_id: tenantId,
        name,
        domain,
        settings: {},
        logo_sha256: null,
        bg_sha256: null,
        registered_at: at,
      }),
      tenantDomain.put({ tenant_id: tenantId, domain, kind: 'login', added_at: at }),
    ],
    TenantSettingsChanged: ({ data }) => tenant.edit([data.tenantId], () => ({ settings: data.settings })),
    TenantImageChanged: ({ data: { tenantId, name, image } }) =>
      tenant.edit([tenantId], () => ({ [`${name}_sha256`]: image?.sha256 ?? null })),
    TenantDomainAdded: ({ data: { tenantId, domain, kind }, at }) =>
      tenantDomain.put({ tenant_id: tenantId, domain, kind, added_at: at }),
    TenantDomainRemoved: ({ data }) => [
      tenantDomain.remove([data.tenantId, data.domain]),
      ...(data.kind === 'login' ? [tenant.edit([data.tenantId], () => ({ domain: data.primary }))] : []),
    ],
    UserCreated: ({ data, at }) =>
      userAccount.put({
        user_id: data.userId,
        tenant_id: data.tenantId,
        ...fromProfile(data),
        role: data.role,
        active: true,
        company_ids: data.companyIds ?? [],
        avatar_sha256: null,
        // An administrator chose a password when they registered the tenant.
        joined: data.role === 'administrator',
        email_verified: false,
        created_at: at,
        last_signed_in_at: null,
      }),
    UserInvitationAccepted: (fact) => edit(fact, { joined: true, email_verified: true }),
    UserSignedIn: (fact) => edit(fact, { joined: true, last_signed_in_at: fact.at }),
    UserEmailVerified: (fact) => edit(fact, { email_verified: true }),
    UserEdited: edited,
    UserRoleChanged: (fact) => edit(fact, { role: fact.data.role }),
    UserCompaniesAssigned: (fact) => edit(fact, { company_ids: fact.data.companyIds }),
    UserDeactivated: (fact) => edit(fact, { active: false }),
    UserActivated: (fact) => edit(fact, { active: true }),
    UserAvatarChanged: (fact) => edit(fact, { avatar_sha256: fact.data.avatar?.sha256 ?? null }),
    UserRemoved: ({ data }) => userAccount.remove([data.userId]),
    UserErased: ({ data }) => userAccount.remove([data.userId]),
  },
};
