import { ROLE_RANKS, streams, type Role, type StreamEvents } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import type { EventStore } from '@lacre/event-store';

import { Refusal } from '../refusal.ts';
import { FoldedStreams } from './folded-streams.ts';
import {
  evolvePerson,
  evolveTenant,
  evolveToken,
  evolveUser,
  NO_PERSON,
  NO_TOKEN,
  NO_USER,
  type PersonState,
  type TenantState,
  type TokenState,
  type UserState,
} from './principal-state.ts';
import {
  reaches,
  type Claims,
  type CompanyReach,
  type PersonPrincipal,
  type Principal,
  type UserClaims,
} from './principal.ts';

/** Knows of callers what their tokens do not: what became of them since. */
export interface Callers {
  /**
   * Whoever a verified token names, as the log has them at this moment: whoever was demoted, deactivated or removed
   * before the call has lost their access, and so has an API token that was revoked, a session that was, or that its
   * user or person left, and a person at a totem that was revoked. An API token gives the lesser of
   * what its issuer was when they issued it and what they are now.
   *
   * @throws Refusal AUTH_USER_WITHOUT_TENANT, AUTH_USER_INACTIVE, TENANT_INACTIVE, AUTH_TOKEN_INVALID,
   *   AUTH_TOKEN_REVOKED, AUTH_TOKEN_VALIDATION_ERROR
   * @throws EventStoreUnavailable
   */
  admit(claims: Claims): Promise<Principal>;
}

interface CallersOptions {
  eventStore: EventStore;
  /** By which API tokens end. */
  now?: (() => Date) | undefined;
}

/** Callers by their own streams, their tenants' and their API tokens'. */
export function createCallers({ eventStore, now = () => new Date() }: CallersOptions): Callers {
  const log = createDomainLog(eventStore);
  const users = new FoldedStreams<UserState, StreamEvents['user']>(log, {
    initial: NO_USER,
    evolve: evolveUser,
  });
  const tenants = new FoldedStreams<TenantState, StreamEvents['tenant']>(log, {
    initial: 'absent',
    evolve: evolveTenant,
  });
  const persons = new FoldedStreams<PersonState, StreamEvents['person']>(log, {
    initial: NO_PERSON,
    evolve: evolvePerson,
  });
  const tokens = new FoldedStreams<TokenState, StreamEvents['token']>(log, {
    initial: NO_TOKEN,
    evolve: evolveToken,
  });

  async function assertTenant(tenantId: string): Promise<void> {
    const standing = await tenants.latest(streams.tenant(tenantId));
    if (standing === 'absent') throw new Refusal('AUTH_USER_WITHOUT_TENANT');
    if (standing === 'inactive') throw new Refusal('TENANT_INACTIVE');
  }

  /** Whoever came in at a totem goes with it: revoked, or its user gone or something else by now. */
  async function assertTotem({ totem, tenantId }: PersonPrincipal): Promise<void> {
    if (totem === undefined) return;
    const user = await users.latest(streams.user(totem.userId));
    const isInService = user.tenantId === tenantId && user.status === 'active' && user.role === 'totem';
    if (!isInService || user.revokedSessionIds.includes(totem.totemId))
      throw new Refusal('AUTH_TOKEN_REVOKED');
  }

  async function assertSession({ sub, sid }: PersonPrincipal): Promise<void> {
    const { isGone, endedSessionIds } = await persons.latest(streams.person(sub));
    if (isGone || (sid !== undefined && endedSessionIds.includes(sid)))
      throw new Refusal('AUTH_TOKEN_REVOKED');
  }

  async function tokenOf({ tokenId, sub, tenantId }: UserClaims): Promise<TokenState | undefined> {
    if (tokenId === undefined) return undefined;
    const token = await tokens.latest(streams.token(tokenId));
    const isTheirs = token.tenantId === tenantId && token.issuerId === sub;
    if (token.status === 'absent' || !isTheirs) throw new Refusal('AUTH_TOKEN_INVALID');
    if (token.status === 'revoked') throw new Refusal('AUTH_TOKEN_REVOKED');
    if (token.expiresAt !== undefined && now() >= new Date(token.expiresAt))
      throw new Refusal('AUTH_TOKEN_VALIDATION_ERROR');
    return token;
  }

  return {
    async admit(claims) {
      if (claims.kind === 'person') {
        await Promise.all([assertTenant(claims.tenantId), assertSession(claims), assertTotem(claims)]);
        return claims;
      }
      const [token, user] = await Promise.all([
        tokenOf(claims),
        users.latest(streams.user(claims.sub)),
        assertTenant(claims.tenantId),
      ]);
      const { tenantId, status, name, revokedSessionIds } = user;
      if (tenantId !== claims.tenantId || status === 'removed') throw new Refusal('AUTH_USER_WITHOUT_TENANT');
      if (status === 'inactive') throw new Refusal('AUTH_USER_INACTIVE');
      if (claims.sid !== undefined && revokedSessionIds.includes(claims.sid))
        throw new Refusal('AUTH_TOKEN_REVOKED');
      const role = token === undefined ? user.role : lesserRole(token.role, user.role);
      const grant = token === undefined ? {} : { grant: { scopes: token.scopes, networks: token.networks } };
      return { ...claims, name, role, companies: reachOf(user, token), ...grant };
    },
  };
}

const lesserRole = (one: Role, other: Role): Role => (ROLE_RANKS[one] < ROLE_RANKS[other] ? one : other);

/** What the user reaches, and through a token no more than they reached when they issued it. */
function reachOf(user: UserState, token: TokenState | undefined): CompanyReach {
  const own = reachByRole(user.role, user.companyIds);
  if (token === undefined) return own;
  const then = reachByRole(token.role, token.companyIds ?? []);
  if (then === 'all') return own;
  return then.filter((companyId) => reaches(own, companyId));
}

function reachByRole(role: Role, companyIds: readonly string[]): CompanyReach {
  if (role === 'administrator' || role === 'manager') return 'all';
  return role === 'common' ? companyIds : [];
}
