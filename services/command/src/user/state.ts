import {
  ERASED,
  type DataOf,
  type ErasureEvent,
  type IdentityEvent,
  type ReservationEvent,
  type Role,
  type SignInEvent,
  type UserEvent,
} from '@lacre/contracts';

export type UserStreamEvent =
  | Extract<IdentityEvent, { type: 'UserCreated' }>
  | SignInEvent
  | UserEvent
  | Extract<ErasureEvent, { type: `User${string}` }>
  | Extract<ReservationEvent, { type: 'OwnerForfeited' }>;

/** What is told of a user besides what they may do. */
export interface UserProfile {
  name: string;
  email: string;
  cpf?: string | undefined;
  externalId?: string | undefined;
  phoneNumber?: string | undefined;
}

export interface UserRecord {
  userId: string;
  tenantId: string;
  profile: UserProfile;
  role: Role;
  companyIds: readonly string[];
  avatarSha256: string | undefined;
  /** The invitation whose link leads to a first password: a later one takes its place. */
  openInvitation: string | undefined;
  /** They have come in, or have what it takes to. */
  hasJoined: boolean;
  hasSignedIn: boolean;
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

export type ExistingUser = Extract<UserState, UserRecord>;

/** The user as their own tenant sees them; another tenant's, and one who was removed, is as unknown as one who never was. */
export function userOf(
  state: UserState,
  tenantId: string,
): Extract<UserState, { status: 'active' | 'inactive' }> | undefined {
  return (state.status === 'active' || state.status === 'inactive') && state.tenantId === tenantId
    ? state
    : undefined;
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
      return { ...state, openInvitation: undefined, hasJoined: true };
    case 'UserSignedIn':
      return { ...state, openInvitation: undefined, hasJoined: true, hasSignedIn: true };
    case 'UserEdited':
      return { ...state, profile: profileOf(event.data) };
    case 'UserRoleChanged':
      return { ...state, role: event.data.role };
    case 'UserCompaniesAssigned':
      return { ...state, companyIds: event.data.companyIds };
    case 'UserAvatarChanged':
      return { ...state, avatarSha256: event.data.avatar?.sha256 };
    case 'UserDeactivated':
      return { ...state, status: 'inactive' };
    case 'UserActivated':
      return { ...state, status: 'active' };
    case 'UserRemoved':
      return { ...state, status: 'removed' };
    case 'UserErased':
      return { ...state, status: 'erased', isComplete: false, profile: { name: ERASED, email: ERASED } };
    case 'UserErasureCompleted':
      return state.status === 'erased' ? { ...state, isComplete: true } : state;
    // How they come in is the identity store's; here it is only told.
    case 'UserSignInHeld':
    case 'UserPasswordChanged':
    case 'UserEmailVerified':
    case 'UserPhoneVerified':
    case 'UserSecondFactorEnrolled':
    case 'UserSecondFactorWithdrawn':
    case 'UserRecoveryCodesIssued':
    case 'UserPasskeyRegistered':
    case 'UserPasskeyRemoved':
    case 'UserGoogleLinked':
    case 'UserGoogleUnlinked':
    case 'UserSessionsRevoked':
    case 'UserSignedOut':
      return state;
  }
}

function created(data: DataOf<'UserCreated'>): UserState {
  const { userId, tenantId, role, companyIds = [] } = data;
  return {
    status: 'active',
    userId,
    tenantId,
    role,
    companyIds,
    profile: profileOf(data),
    avatarSha256: undefined,
    openInvitation: undefined,
    // An administrator chose a password when they registered the tenant.
    hasJoined: role === 'administrator',
    hasSignedIn: false,
  };
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
