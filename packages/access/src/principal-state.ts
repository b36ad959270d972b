import {
  ERASED,
  moveAfter,
  NOT_MOVED,
  SCOPES,
  type DomainEvent,
  type Role,
  type Scope,
  type StreamEvents,
  type TenantMove,
} from '@lacre/contracts';

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

/** A tenant as far as access to it goes. */
export interface TenantState {
  status: 'absent' | 'active' | 'inactive';
  move: TenantMove;
}

export const NO_TENANT: TenantState = { status: 'absent', move: NOT_MOVED };

const withEnded = (known: readonly string[], ended: readonly string[]): readonly string[] =>
  [...known, ...ended].slice(-REVOKED_SESSIONS);

/** What each event does to what is known of access; those that say nothing about it are left out. */
export type Evolution<State, Event extends DomainEvent> = {
  readonly [Type in Event['type']]?: (state: State, data: Extract<Event, { type: Type }>['data']) => State;
};

const ending = <State extends { revokedSessionIds: readonly string[] }>(
  state: State,
  sessionIds: readonly string[],
): State => ({ ...state, revokedSessionIds: withEnded(state.revokedSessionIds, sessionIds) });

export const userEvolution: Evolution<UserState, StreamEvents['user']> = {
  UserCreated: (_, { tenantId, name, role, companyIds = [] }) => ({
    tenantId,
    name,
    role,
    status: 'active',
    companyIds,
    revokedSessionIds: [],
  }),
  UserEdited: (state, { name }) => ({ ...state, name }),
  UserRoleChanged: (state, { role }) => ({ ...state, role }),
  UserCompaniesAssigned: (state, { companyIds }) => ({ ...state, companyIds }),
  UserDeactivated: (state) => ({ ...state, status: 'inactive' }),
  UserActivated: (state) => ({ ...state, status: 'active' }),
  UserRemoved: (state) => ({ ...state, status: 'removed' }),
  UserSessionsRevoked: (state, { sessionIds }) => ending(state, sessionIds),
  UserSignedOut: (state, { sessionId }) => ending(state, [sessionId]),
  // A totem is a session.
  TotemRevoked: (state, { totemId }) => ending(state, [totemId]),
  UserErased: (state) => ({ ...state, status: 'removed', name: ERASED }),
};

const leaving = (state: PersonState, sessionIds: readonly string[]): PersonState => ({
  ...state,
  endedSessionIds: withEnded(state.endedSessionIds, sessionIds),
});

export const personEvolution: Evolution<PersonState, StreamEvents['person']> = {
  PersonSignedOut: (state, { sessionId }) => leaving(state, [sessionId]),
  // A contact that they had proven was replaced.
  PersonSessionsEnded: (state, { sessionIds }) => leaving(state, sessionIds),
  PersonRemoved: (state) => ({ ...state, isGone: true }),
  PersonErased: (state) => ({ ...state, isGone: true }),
};

export const tenantEvolution: Evolution<TenantState, StreamEvents['tenant']> = {
  TenantRegistered: (state) => ({ ...state, status: 'active' }),
  TenantActivated: (state) => ({ ...state, status: 'active' }),
  TenantDeactivated: (state) => ({ ...state, status: 'inactive' }),
  TenantMoveBegan: (state, data) => ({ ...state, move: moveAfter({ type: 'TenantMoveBegan', data }) }),
  TenantMoveAbandoned: (state, data) => ({
    ...state,
    move: moveAfter({ type: 'TenantMoveAbandoned', data }),
  }),
  TenantMovedOut: (state, data) => ({ ...state, move: moveAfter({ type: 'TenantMovedOut', data }) }),
  TenantMoveForgotten: (state, data) => ({
    ...state,
    move: moveAfter({ type: 'TenantMoveForgotten', data }),
  }),
  TenantMovedIn: (state, data) => ({ ...state, move: moveAfter({ type: 'TenantMovedIn', data }) }),
};

export const tokenEvolution: Evolution<TokenState, StreamEvents['token']> = {
  ApiTokenIssued: (_, { scopes = SCOPES, networks = [], ...issued }) => ({
    status: 'live',
    tenantId: issued.tenantId,
    issuerId: issued.issuerId,
    role: issued.role,
    companyIds: issued.companyIds,
    scopes,
    networks,
    expiresAt: issued.expiresAt,
  }),
  ApiTokenRevoked: (state) => ({ ...state, status: 'revoked' }),
};
