import { ERASED, SCOPES, type Role, type Scope, type StreamEvents } from '@lacre/contracts';

/** A user as far as their access goes. */
export interface UserState {
  /** Undefined before they were created. */
  tenantId: string | undefined;
  name: string;
  role: Role;
  status: 'active' | 'inactive' | 'removed';
  /** Companies assigned to them; what they reach by it depends on the role. */
  companyIds: readonly string[];
  /** Sessions that were ended before their time, the last ones: a token names the one that it came from. */
  revokedSessionIds: readonly string[];
}

/** A person as far as their access goes. */
export interface PersonState {
  /** Removed or erased: no token of theirs is good. */
  isGone: boolean;
  /** Sessions that they left, the last ones. */
  endedSessionIds: readonly string[];
}

export const NO_PERSON: PersonState = { isGone: false, endedSessionIds: [] };

/** Sessions remembered as ended: tokens of earlier ones are over long before so many more were. */
const REVOKED_SESSIONS = 500;

export const NO_USER: UserState = {
  tenantId: undefined,
  name: '',
  role: 'totem',
  status: 'removed',
  companyIds: [],
  revokedSessionIds: [],
};

/** An API token as far as it gives access. */
export interface TokenState {
  status: 'absent' | 'live' | 'revoked';
  tenantId: string;
  issuerId: string;
  /** What its issuer was when it was issued. */
  role: Role;
  /** What they reached then; undefined is the whole tenant. */
  companyIds: readonly string[] | undefined;
  scopes: readonly Scope[];
  /** CIDR blocks; empty is everywhere. */
  networks: readonly string[];
  /** ISO 8601; undefined is until it is revoked. */
  expiresAt: string | undefined;
}

export const NO_TOKEN: TokenState = {
  status: 'absent',
  tenantId: '',
  issuerId: '',
  role: 'totem',
  companyIds: [],
  scopes: [],
  networks: [],
  expiresAt: undefined,
};

export type TenantState = 'absent' | 'active' | 'inactive';

const withEnded = (known: readonly string[], ended: readonly string[]): readonly string[] =>
  [...known, ...ended].slice(-REVOKED_SESSIONS);

/** Events that say nothing about access leave it as it is. */
export function evolveUser(state: UserState, event: StreamEvents['user']): UserState {
  switch (event.type) {
    case 'UserCreated': {
      const { tenantId, name, role, companyIds = [] } = event.data;
      return { tenantId, name, role, status: 'active', companyIds, revokedSessionIds: [] };
    }
    case 'UserEdited':
      return { ...state, name: event.data.name };
    case 'UserRoleChanged':
      return { ...state, role: event.data.role };
    case 'UserCompaniesAssigned':
      return { ...state, companyIds: event.data.companyIds };
    case 'UserDeactivated':
      return { ...state, status: 'inactive' };
    case 'UserActivated':
      return { ...state, status: 'active' };
    case 'UserRemoved':
      return { ...state, status: 'removed' };
    case 'UserSessionsRevoked':
      return { ...state, revokedSessionIds: withEnded(state.revokedSessionIds, event.data.sessionIds) };
    case 'UserSignedOut':
      return { ...state, revokedSessionIds: withEnded(state.revokedSessionIds, [event.data.sessionId]) };
    // A totem is a session.
    case 'TotemRevoked':
      return { ...state, revokedSessionIds: withEnded(state.revokedSessionIds, [event.data.totemId]) };
    case 'UserErased':
      return { ...state, status: 'removed', name: ERASED };
    default:
      return state;
  }
}

export function evolvePerson(state: PersonState, event: StreamEvents['person']): PersonState {
  switch (event.type) {
    case 'PersonSignedOut':
      return { ...state, endedSessionIds: withEnded(state.endedSessionIds, [event.data.sessionId]) };
    // A contact that they had proven was replaced.
    case 'PersonSessionsEnded':
      return { ...state, endedSessionIds: withEnded(state.endedSessionIds, event.data.sessionIds) };
    case 'PersonRemoved':
    case 'PersonErased':
      return { ...state, isGone: true };
    default:
      return state;
  }
}

export function evolveTenant(state: TenantState, { type }: StreamEvents['tenant']): TenantState {
  switch (type) {
    case 'TenantRegistered':
    case 'TenantActivated':
      return 'active';
    case 'TenantDeactivated':
      return 'inactive';
    default:
      return state;
  }
}

export function evolveToken(state: TokenState, event: StreamEvents['token']): TokenState {
  switch (event.type) {
    case 'ApiTokenIssued': {
      const { tenantId, issuerId, role, companyIds, expiresAt } = event.data;
      const { scopes = SCOPES, networks = [] } = event.data;
      return { status: 'live', tenantId, issuerId, role, companyIds, scopes, networks, expiresAt };
    }
    case 'ApiTokenRevoked':
      return { ...state, status: 'revoked' };
    default:
      return state;
  }
}
