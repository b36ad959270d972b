import { z } from 'zod';

import { identifier, paragraph, secondFactorKind, signInMethod, timestamp } from '../../fields.ts';
import { MAX_REASON_LENGTH } from '../../limits.ts';
import { about } from '../../personal-data.ts';
import { RECOVERY_ENDS } from '../../recovery-ends.ts';

const reference = { userId: identifier, tenantId: identifier };

/** Stream `user-…`: how a user signs in, and their changes to it. Never a credential, never a secret. */
export const signInEvents = {
  UserSignedIn: z.strictObject({
    ...reference,
    method: signInMethod,
    /** Absent where none was asked for. */
    secondFactor: z.enum(['totp', 'phone', 'recovery-code']).optional(),
    /** They had come in before, and never from this browser. */
    newBrowser: z.literal(true).optional(),
  }),
  /** The session that they left: its tokens are over with it. */
  UserSignedOut: z.strictObject({ ...reference, sessionId: identifier }),
  /** So many tries failed that the next ones wait. */
  UserSignInHeld: z.strictObject({ ...reference, what: z.enum(['password', 'second-factor']) }),
  /** set: there was none before · ended: it was set before the address was verified. */
  UserPasswordChanged: z.strictObject({ ...reference, how: z.enum(['changed', 'reset', 'set', 'ended']) }),
  UserEmailVerified: z.strictObject(reference),
  UserPhoneVerified: z.strictObject(reference),
  UserSecondFactorEnrolled: z.strictObject({ ...reference, factorId: identifier, kind: secondFactorKind }),
  UserSecondFactorWithdrawn: z.strictObject({ ...reference, factorId: identifier, kind: secondFactorKind }),
  /** Those from before are of no use any more. */
  UserRecoveryCodesIssued: z.strictObject(reference),
  UserPasskeyRegistered: z.strictObject({ ...reference, passkeyId: identifier }),
  UserPasskeyRemoved: z.strictObject({ ...reference, passkeyId: identifier }),
  UserGoogleLinked: z.strictObject(reference),
  UserGoogleUnlinked: z.strictObject(reference),
  UserSessionsRevoked: z.strictObject({
    ...reference,
    sessionIds: z.array(identifier),
    cause: z.enum([
      'asked',
      'password-changed',
      'password-reset',
      'address-proven',
      'email-change-undone',
      'recovery',
    ]),
  }),
  /** Their change of e-mail was undone, and with it the access that was given meanwhile in their name. */
  UserAccessTakenBack: z.strictObject({
    ...reference,
    administratorIds: z.array(about(identifier)),
    memberIds: z.array(about(identifier)),
    webhookIds: z.array(identifier),
    tokenIds: z.array(identifier),
  }),
  /** By the operator: a link to another password, good until `expiresAt`, was handed out. */
  UserRecoveryIssued: z.strictObject({
    ...reference,
    reason: paragraph(MAX_REASON_LENGTH),
    ended: z.array(z.enum(RECOVERY_ENDS)),
    expiresAt: timestamp,
  }),
} as const;
