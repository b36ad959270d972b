import type { UserPrincipal } from '@lacre/access';
import { SCOPES, type Role } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { EditUser } from './commands.ts';
import type { userOf } from './state.ts';

type Before = NonNullable<ReturnType<typeof userOf>>;

/** A user's new role and companies, where an API token sets them. */
interface Wanted {
  role?: Role | undefined;
  active?: boolean | undefined;
  companyIds?: readonly string[] | undefined;
}

/** What a member does signed in is bound by no scope; a tablet's user has no rights of its own to give. */
const MEMBERS: ReadonlySet<Role> = new Set(['common', 'manager', 'administrator']);
/** All that a common user may do. */
const OF_MEMBERS = SCOPES.filter((scope) => scope !== 'account');

/**
 * No user gets more by an API token than the token itself may do, or it would be a way around its scopes, its
 * networks and its end: it makes no manager and lets none back in, and a common user only where its scopes hold all
 * that one may do.
 *
 * @throws Refusal AUTH_METHOD_NOT_ALLOWED, TOKEN_SCOPE_REQUIRED
 */
export function assertWithinToken(
  { grant }: Pick<UserPrincipal, 'grant'>,
  { role, active, companyIds }: Wanted,
  before?: Before,
): void {
  if (grant === undefined) return;
  const will = role ?? before?.role;
  const isNew = before === undefined || (role !== undefined && role !== before.role);
  const isLetIn = active === true && before?.status === 'inactive';
  const reachesMore = companyIds?.some((id) => before?.companyIds.includes(id) !== true) ?? false;
  const isGiven = will !== undefined && MEMBERS.has(will) && (isNew || isLetIn || reachesMore);
  if (!isGiven) return;
  if (will !== 'common') throw new Refusal('AUTH_METHOD_NOT_ALLOWED', { detail: IN_PERSON });
  const lacking = OF_MEMBERS.filter((scope) => !grant.scopes.includes(scope));
  if (lacking.length > 0)
    throw new Refusal('TOKEN_SCOPE_REQUIRED', { detail: `Escopos exigidos: ${lacking.join(', ')}.` });
}

const IN_PERSON = 'Quem administra a conta recebe acesso de quem entrou na plataforma, nunca por um token.';

/**
 * An address leads to another password: no API token changes any, its issuer's least of all.
 *
 * @throws Refusal AUTH_METHOD_NOT_ALLOWED
 */
export function assertSameAddress(
  { grant }: Pick<UserPrincipal, 'grant'>,
  { email }: EditUser['profile'],
  before: Before,
): void {
  // A user is sent back whole, as it was read.
  if (grant !== undefined && email !== undefined && email !== before.profile.email)
    throw new Refusal('AUTH_METHOD_NOT_ALLOWED');
}
