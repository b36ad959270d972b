import { ROLE_RANKS, streams, type ErrorCode, type Role, type StreamEvents } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import type { EventStore } from '@lacre/event-store';

import { refused, type Admission, type AdmissionRefused } from './admission.ts';
import { EventFollower } from './event-follower.ts';
import { FoldedStreams } from './folded-streams.ts';
import {
  personEvolution,
  tenantEvolution,
  tokenEvolution,
  userEvolution,
  NO_PERSON,
  NO_TENANT,
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
  type UserClaims,
} from './principal.ts';

/** Knows of callers what their tokens do not: what became of them since. */
export interface Callers {
  /**
   * The principal of a verified token, with its role and companies as of now in the log. Access ends with a demotion,
   * deactivation, removal, revocation (of the API token, the session or the totem) or sign-out before the call. An API
   * token grants the lesser of what its issuer could do when it was issued and what they can do now.
   *
   * @returns AUTH_USER_WITHOUT_TENANT, AUTH_USER_INACTIVE, TENANT_INACTIVE, TENANT_MOVED, AUTH_TOKEN_INVALID,
   *   AUTH_TOKEN_REVOKED or AUTH_TOKEN_VALIDATION_ERROR, where the caller is not let in
   * @throws EventStoreUnavailable
   */
  admit(claims: Claims): Promise<Admission>;
}

interface CallersOptions {
  eventStore: EventStore;
  logger: { error(fields: object, message: string): void };
  /** By which API tokens end. */
  now?: (() => Date) | undefined;
}

/**
 * Callers by their own streams, their tenants' and their API tokens'. Those of late are known, and one subscription keeps
 * them current until the store is closed: one of these is enough for a process.
 */
export function createCallers({ eventStore, logger, now = () => new Date() }: CallersOptions): Callers {
  const log = createDomainLog(eventStore);
  const follower = new EventFollower(log, (err) =>
    logger.error({ err }, 'callers are not followed; their streams are read until they are'),
  );
  const users = new FoldedStreams<UserState, StreamEvents['user']>(log, follower, {
    initial: NO_USER,
    evolution: userEvolution,
  });
  const tenants = new FoldedStreams<TenantState, StreamEvents['tenant']>(log, follower, {
    initial: NO_TENANT,
    evolution: tenantEvolution,
  });
  const persons = new FoldedStreams<PersonState, StreamEvents['person']>(log, follower, {
    initial: NO_PERSON,
    evolution: personEvolution,
  });
  const tokens = new FoldedStreams<TokenState, StreamEvents['token']>(log, follower, {
    initial: NO_TOKEN,
    evolution: tokenEvolution,
  });

  const tenantOf = (tenantId: string): Promise<TenantState> => tenants.latest(streams.tenant(tenantId));

  /** A session opened at a totem ends when the totem is revoked, or its user is removed, inactive or of another role. */
  async function totemRefusal({ totem, tenantId }: PersonPrincipal): Promise<ErrorCode | undefined> {
    if (totem === undefined) return undefined;
    const user = await users.latest(streams.user(totem.userId));
    const isInService = user.tenantId === tenantId && user.status === 'active' && user.role === 'totem';
    return isInService && !user.revokedSessionIds.includes(totem.totemId) ? undefined : 'AUTH_TOKEN_REVOKED';
  }

  async function sessionRefusal({ sub, sid }: PersonPrincipal): Promise<ErrorCode | undefined> {
    const { isGone, endedSessionIds } = await persons.latest(streams.person(sub));
    return isGone || (sid !== undefined && endedSessionIds.includes(sid)) ? 'AUTH_TOKEN_REVOKED' : undefined;
  }

  async function tokenOf({ tokenId }: UserClaims): Promise<TokenState | undefined> {
    return tokenId === undefined ? undefined : tokens.latest(streams.token(tokenId));
  }

  function tokenRefusal(token: TokenState | undefined, { sub, tenantId }: UserClaims): ErrorCode | undefined {
    if (token === undefined) return undefined;
    const isTheirs = token.tenantId === tenantId && token.issuerId === sub;
    if (token.status === 'absent' || !isTheirs) return 'AUTH_TOKEN_INVALID';
    if (token.status === 'revoked') return 'AUTH_TOKEN_REVOKED';
    const isOver = token.expiresAt !== undefined && now() >= new Date(token.expiresAt);
    return isOver ? 'AUTH_TOKEN_VALIDATION_ERROR' : undefined;
  }

  async function admitPerson(person: PersonPrincipal): Promise<Admission> {
    const [ofTenant, ofSession, ofTotem] = await Promise.all([
      tenantOf(person.tenantId),
      sessionRefusal(person),
      totemRefusal(person),
    ]);
    const away = tenantRefusal(ofTenant);
    if (away !== undefined) return away;
    const code = ofSession ?? ofTotem;
    return code === undefined
      ? { admitted: true, principal: person, isMoving: isMoving(ofTenant) }
      : refused(code);
  }

  async function admitUser(claimed: UserClaims): Promise<Admission> {
    const [token, user, ofTenant] = await Promise.all([
      tokenOf(claimed),
      users.latest(streams.user(claimed.sub)),
      tenantOf(claimed.tenantId),
    ]);
    const ofToken = tokenRefusal(token, claimed);
    if (ofToken !== undefined) return refused(ofToken);
    const away = tenantRefusal(ofTenant);
    if (away !== undefined) return away;
    const code = userRefusal(user, claimed);
    if (code !== undefined) return refused(code);
    const role = token === undefined ? user.role : lesserRole(token.role, user.role);
    const grant = token === undefined ? {} : { grant: { scopes: token.scopes, networks: token.networks } };
    const principal = { ...claimed, name: user.name, role, companies: reachOf(user, token), ...grant };
    return { admitted: true, principal, isMoving: isMoving(ofTenant) };
  }

  return {
    admit: (claimed) => (claimed.kind === 'person' ? admitPerson(claimed) : admitUser(claimed)),
  };
}

const isMoving = ({ move }: TenantState): boolean => move.stage === 'moving';

function tenantRefusal({ status, move }: TenantState): AdmissionRefused | undefined {
  if (status === 'absent') return refused('AUTH_USER_WITHOUT_TENANT');
  if (move.stage === 'movedOut') return { ...refused('TENANT_MOVED'), address: move.address };
  return status === 'inactive' ? refused('TENANT_INACTIVE') : undefined;
}

function userRefusal(user: UserState, { tenantId, sid }: UserClaims): ErrorCode | undefined {
  if (user.tenantId !== tenantId || user.status === 'removed') return 'AUTH_USER_WITHOUT_TENANT';
  if (user.status === 'inactive') return 'AUTH_USER_INACTIVE';
  return sid !== undefined && user.revokedSessionIds.includes(sid) ? 'AUTH_TOKEN_REVOKED' : undefined;
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
