import { ERASED, type DataOf, type Role, type StreamEvents } from '@lacre/contracts';

import { ofTenant } from '../decider/decision.ts';

export type UserStreamEvent = StreamEvents['user'];

/** A user's details besides their rights. */
export interface UserProfile {
  name: string;
  email: string;
  cpf?: string | undefined;
  externalId?: string | undefined;
  phoneNumber?: string | undefined;
}

interface FormerEmail {
  changeId: string;
  email: string;
  /** When the change was asked for: what was set up since goes with it. */
  requestedAt: string;
  undoUntil: string;
}

export interface UserRecord {
  userId: string;
  tenantId: string;
  profile: UserProfile;
  role: Role;
  /** What they administer by; undefined for other users. */
  grantId: string | undefined;
  companyIds: readonly string[];
  avatarSha256: string | undefined;
  /** The invitation whose link leads to a first password: a later one takes its place. */
  openInvitation: string | undefined;
  /** They have come in, or have what it takes to. */
  hasJoined: boolean;
  /** A link that went to their address came back. */
  emailVerified: boolean;
  /** The address that was asked for and is not confirmed yet. */
  emailChange: { changeId: string; email: string; requestedAt: string } | undefined;
  /** Addresses they had, oldest first, for as long as the change can be undone from one. */
  formerEmails: readonly FormerEmail[];
  hasSignedIn: boolean;
  /** Tablets that were registered, those in service and those revoked, by id: a totem user's sessions. */
  totems: ReadonlyMap<string, { name: string; isRevoked: boolean }>;
}

export type UserState =
  | { status: 'absent' }
  /** Their e-mail went to another registration before they were stored: this id can never be used. */
  | { status: 'forfeited' }
  | ({ status: 'active' } & UserRecord)
  | ({ status: 'inactive' } & UserRecord)
  | ({ status: 'removed' } & UserRecord)
  /** Nothing of them is known any more; `isComplete`: their key is destroyed. */
  | ({ status: 'erased'; isComplete: boolean } & UserRecord);

type ExistingUser = Extract<UserState, UserRecord>;

export function userOf(
  state: UserState,
  tenantId: string,
): Extract<UserState, { status: 'active' | 'inactive' }> | undefined {
  return ofTenant(state.status === 'active' || state.status === 'inactive' ? state : undefined, tenantId);
}

export function evolve(state: UserState, event: UserStreamEvent): UserState {
  if (event.type === 'UserCreated') return created(event.data);
  if (event.type === 'OwnerForfeited') return { status: 'forfeited' };
  return 'userId' in state ? evolveExisting(state, event) : state;
}

function evolveExisting(
  state: ExistingUser,
  event: Exclude<UserStreamEvent, { type: 'UserCreated' | 'OwnerForfeited' }>,
): UserState {
  switch (event.type) {
    case 'UserInvited':
      return { ...state, openInvitation: event.data.invitationId };
    case 'UserInvitationAccepted':
      return { ...state, openInvitation: undefined, hasJoined: true, emailVerified: true };
    case 'UserSignedIn':
      return { ...state, openInvitation: undefined, hasJoined: true, hasSignedIn: true };
    case 'UserEdited':
      return {
        ...state,
        profile: profileOf(event.data),
        emailVerified: state.emailVerified && state.profile.email === event.data.email,
        ...addressesAfter(state, event.data),
      };
    case 'UserEmailChangeRequested': {
      const { changeId, email, requestedAt } = event.data;
      return { ...state, emailChange: { changeId, email, requestedAt } };
    }
    case 'UserEmailChangeCanceled':
      return { ...state, emailChange: undefined };
    case 'UserRoleChanged':
      return {
        ...state,
        role: event.data.role,
        grantId: event.data.grantId,
        totems: event.data.role === 'totem' ? state.totems : allRevoked(state.totems),
      };
    case 'UserCompaniesAssigned':
      return { ...state, companyIds: event.data.companyIds };
    case 'UserAvatarChanged':
      return { ...state, avatarSha256: event.data.avatar?.sha256 };
    case 'UserDeactivated':
      return { ...state, status: 'inactive', totems: allRevoked(state.totems) };
    case 'UserActivated':
      return { ...state, status: 'active' };
    case 'UserRemoved':
      return { ...state, status: 'removed' };
    case 'UserErased':
      return { ...state, status: 'erased', isComplete: false, profile: { name: ERASED, email: ERASED } };
    case 'UserErasureCompleted':
      return state.status === 'erased' ? { ...state, isComplete: true } : state;
    case 'TotemRegistered': {
      const { totemId, name } = event.data;
      return { ...state, totems: new Map(state.totems).set(totemId, { name, isRevoked: false }) };
    }
    case 'TotemRevoked':
      return { ...state, totems: withRevoked(state.totems, [event.data.totemId]) };
    case 'UserSessionsRevoked':
      return { ...state, totems: withRevoked(state.totems, event.data.sessionIds) };
    case 'UserSignedOut':
      return { ...state, totems: withRevoked(state.totems, [event.data.sessionId]) };
    case 'UserEmailVerified':
      return { ...state, emailVerified: true };
    // Credentials are the identity store's; here they are only recorded.
    case 'UserSignInHeld':
    case 'UserPasswordChanged':
    case 'UserPhoneVerified':
    case 'UserSecondFactorEnrolled':
    case 'UserSecondFactorWithdrawn':
    case 'UserRecoveryCodesIssued':
    case 'UserPasskeyRegistered':
    case 'UserPasskeyRemoved':
    case 'UserGoogleLinked':
    case 'UserGoogleUnlinked':
    case 'UserRecoveryIssued':
    case 'UserAccessTakenBack':
      return state;
  }
}

/** A change that is taken back takes those that came after it along. */
function addressesAfter(
  { profile, emailChange, formerEmails }: UserRecord,
  { email, emailChange: confirmed, undoneChangeId }: DataOf<'UserEdited'>,
): Pick<UserRecord, 'emailChange' | 'formerEmails'> {
  if (undoneChangeId !== undefined) {
    const index = formerEmails.findIndex(({ changeId }) => changeId === undoneChangeId);
    return { emailChange: undefined, formerEmails: formerEmails.slice(0, Math.max(index, 0)) };
  }
  if (confirmed === undefined)
    return { emailChange: email === profile.email ? emailChange : undefined, formerEmails };
  const { changeId, undoUntil } = confirmed;
  const requestedAt = emailChange?.requestedAt ?? undoUntil;
  const former = { changeId, email: profile.email, requestedAt, undoUntil };
  return { emailChange: undefined, formerEmails: [...formerEmails, former] };
}

function created(data: DataOf<'UserCreated'>): UserState {
  const { userId, tenantId, role, companyIds = [] } = data;
  return {
    status: 'active',
    userId,
    tenantId,
    role,
    // Who registers a tenant administers it by a grant of their own id.
    grantId: role === 'administrator' ? userId : undefined,
    companyIds,
    profile: profileOf(data),
    avatarSha256: undefined,
    openInvitation: undefined,
    // An administrator chose a password when they registered the tenant.
    hasJoined: role === 'administrator',
    emailVerified: false,
    emailChange: undefined,
    formerEmails: [],
    hasSignedIn: false,
    totems: new Map(),
  };
}

const allRevoked = (totems: UserRecord['totems']) => withRevoked(totems, [...totems.keys()]);

function withRevoked(totems: UserRecord['totems'], ids: readonly string[]): UserRecord['totems'] {
  const next = new Map(totems);
  for (const id of ids) {
    const known = next.get(id);
    if (known !== undefined) next.set(id, { ...known, isRevoked: true });
  }
  return next;
}

function profileOf(data: UserProfile): UserProfile {
  const { name, email, cpf, externalId, phoneNumber } = data;
  return {
    name,
    email,
    ...(cpf === undefined ? {} : { cpf }),
    ...(externalId === undefined ? {} : { externalId }),
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
  };
}
