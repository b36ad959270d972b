import type { ErrorCode } from '../errors.ts';
import type { Role } from '../fields.ts';

/** Who may call an operation, and over what of the tenant. */
export interface Rule {
  /** Without a session, a tenant's user (or an API token of theirs), a signing person, or either of the last two. */
  callers: 'public' | 'user' | 'person' | 'user-or-person';
  /** Roles of users that may call; of no meaning to the others. */
  roles: readonly Role[];
  /**
   * nothing: the operation touches no data · own: what belongs to the caller alone · companies:
   * what belongs to companies, of which a common user reaches those assigned to them · tenant: the whole tenant.
   */
  over: 'nothing' | 'own' | 'companies' | 'tenant';
  /** Whether an API token may call: what changes how a user signs in needs their session. */
  tokens: boolean;
  /** The error for a user of another role. */
  refusal: ErrorCode;
}

const EVERY_ROLE = ['administrator', 'manager', 'common', 'totem'] as const;
/** Users of the tenant; a totem is a place where others sign. */
const MEMBERS = ['administrator', 'manager', 'common'] as const;
/** Stewards of the tenant. */
const STEWARDS = ['administrator', 'manager'] as const;
const WITHOUT_PERMISSION = 'AUTH_USER_WITHOUT_PERMISSION';

/**
 * Every way in which an operation may be allowed. `packages/access` holds callers to it as the log has them at that
 * moment; what is `over` companies is also held to the caller's companies: in commands by the ids they name, in queries
 * by row-level security, in files by the process.
 */
export const rules = {
  anyone: { callers: 'public', roles: [], over: 'nothing', tokens: false, refusal: WITHOUT_PERMISSION },
  'any-user': {
    callers: 'user',
    roles: EVERY_ROLE,
    over: 'own',
    tokens: true,
    refusal: WITHOUT_PERMISSION,
  },
  /** A user changes their own sign-in in a session, never by an API token. */
  oneself: {
    callers: 'user',
    roles: EVERY_ROLE,
    over: 'own',
    tokens: false,
    refusal: WITHOUT_PERMISSION,
  },
  'anyone-signed-in': {
    callers: 'user-or-person',
    roles: EVERY_ROLE,
    over: 'nothing',
    tokens: true,
    refusal: WITHOUT_PERMISSION,
  },
  /** A signed-in user or signer, no API token: what is set belongs to their browser. */
  'anyone-in-person': {
    callers: 'user-or-person',
    roles: MEMBERS,
    over: 'own',
    tokens: false,
    refusal: WITHOUT_PERMISSION,
  },
  /** The tablet itself, signed in as itself. */
  totems: { callers: 'user', roles: ['totem'], over: 'own', tokens: false, refusal: WITHOUT_PERMISSION },
  members: { callers: 'user', roles: MEMBERS, over: 'tenant', tokens: true, refusal: WITHOUT_PERMISSION },
  'members-own': { callers: 'user', roles: MEMBERS, over: 'own', tokens: true, refusal: WITHOUT_PERMISSION },
  /** Needs a session: an API token issues and ends none. */
  'members-in-person': {
    callers: 'user',
    roles: MEMBERS,
    over: 'own',
    tokens: false,
    refusal: WITHOUT_PERMISSION,
  },
  /** Stewards, and each user about themselves: which of the two is decided on the user's stream. */
  'self-or-stewards': {
    callers: 'user',
    roles: MEMBERS,
    over: 'own',
    tokens: true,
    refusal: WITHOUT_PERMISSION,
  },
  'members-of-company': {
    callers: 'user',
    roles: MEMBERS,
    over: 'companies',
    tokens: true,
    refusal: WITHOUT_PERMISSION,
  },
  stewards: { callers: 'user', roles: STEWARDS, over: 'tenant', tokens: true, refusal: WITHOUT_PERMISSION },
  administrators: {
    callers: 'user',
    roles: ['administrator'],
    over: 'tenant',
    tokens: true,
    refusal: 'AUTH_USER_NOT_ADMIN',
  },
  /** An API token removes and erases no user, since that is final. It may deactivate them. */
  'stewards-in-person': {
    callers: 'user',
    roles: STEWARDS,
    over: 'tenant',
    tokens: false,
    refusal: WITHOUT_PERMISSION,
  },
  /** Who else administers is decided by administrators themselves, signed in. */
  'administrators-in-person': {
    callers: 'user',
    roles: ['administrator'],
    over: 'tenant',
    tokens: false,
    refusal: 'AUTH_USER_NOT_ADMIN',
  },
  participants: {
    callers: 'person',
    roles: [],
    over: 'own',
    tokens: false,
    refusal: WITHOUT_PERMISSION,
  },
  'members-of-company-or-participants': {
    callers: 'user-or-person',
    roles: MEMBERS,
    over: 'companies',
    tokens: true,
    refusal: WITHOUT_PERMISSION,
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;
