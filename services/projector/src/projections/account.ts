import { folded } from '@lacre/contracts';
import { tenant, tenantDomain, userAccount, type Change } from '@lacre/read-models';

import { readModel } from '../engine/projection.ts';
import { searchText } from './search-text.ts';

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

export const accountProjection = readModel('account', {
  version: 6,
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
        moved_to: null,
      }),
      tenantDomain.put({ tenant_id: tenantId, domain, kind: 'login', added_at: at }),
    ],
    TenantSettingsChanged: ({ data }) => tenant.edit([data.tenantId], () => ({ settings: data.settings })),
    // Its rows stay: no token reaches them.
    TenantMovedOut: ({ data }) => tenant.edit([data.tenantId], () => ({ moved_to: data.address })),
    TenantMovedIn: ({ data }) => tenant.edit([data.tenantId], () => ({ moved_to: null })),
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
});
