import type { DataOf, ErasureReason, Role, SignInEvent } from '@lacre/contracts';

import type { FormerReach } from './access-given.ts';
import type { UserProfile } from './state.ts';

/** Who asks, as the log has them now. */
interface Asking {
  userId: string;
  role: Role;
}

/** A user of the tenant invites another. */
export interface Invite {
  type: 'invite';
  by: Asking;
  userId: string;
  tenantId: string;
  profile: UserProfile;
  role: Role;
  active: boolean;
  companyIds: readonly string[];
  invitationId: string;
}

export interface EditUser {
  type: 'edit';
  by: Asking;
  tenantId: string;
  /** Only what is to change; null empties a field. */
  profile: { [Field in keyof UserProfile]?: UserProfile[Field] | null | undefined };
  role?: Role | undefined;
  active?: boolean | undefined;
  companyIds?: readonly string[] | undefined;
  /** null takes the picture away. */
  avatar?: NonNullable<DataOf<'UserAvatarChanged'>['avatar']> | null | undefined;
}

export type UserCommand =
  /** The administrator of a tenant that is being registered. */
  | ({ type: 'create' } & DataOf<'UserCreated'>)
  | Invite
  | EditUser
  | { type: 'inviteAgain'; by: Asking; tenantId: string; invitationId: string }
  | { type: 'acceptInvitation'; tenantId: string; invitationId: string }
  /** What the tenant's stream decided of who administers it: the role follows. */
  | { type: 'administer'; tenantId: string; grantId: string }
  | { type: 'ceaseToAdminister'; tenantId: string; grantId: string }
  | { type: 'remove'; by: Asking; tenantId: string; at: string }
  /** An account in another's hands gave them access: they have what they had before. */
  | ({ type: 'takeBackReach'; tenantId: string } & FormerReach)
  | { type: 'requestEmailChange'; tenantId: string; changeId: string; email: string; at: string }
  | { type: 'cancelEmailChange'; tenantId: string }
  | { type: 'confirmEmailChange'; tenantId: string; changeId: string; undoUntil: string }
  /** `at` is now: the time to take it back is over some day. */
  | { type: 'undoEmailChange'; tenantId: string; changeId: string; at: string }
  /** They remove themselves. */
  | { type: 'leave'; tenantId: string; at: string }
  /** `waitingProcessIds`: processes they asked for whose evidence is still to be drawn. */
  | { type: 'erase'; tenantId: string; reason: ErasureReason; waitingProcessIds: readonly string[] }
  | { type: 'completeErasure'; tenantId: string }
  | ({ type: 'recordSignIn'; isNewBrowser: boolean } & Pick<
      DataOf<'UserSignedIn'>,
      'method' | 'secondFactor'
    >)
  | { type: 'note'; note: SignInNote }
  | { type: 'registerTotem'; tenantId: string; totemId: string; name: string }
  | { type: 'revokeTotem'; tenantId: string; totemId: string };

/** What the identity store did, to be recorded in the log; whose it is, the stream says. */
export type SignInNote = SignInEvent extends infer Event
  ? Event extends { type: string; data: object }
    ? Omit<Event['data'], 'userId' | 'tenantId'> & { type: Event['type'] }
    : never
  : never;
