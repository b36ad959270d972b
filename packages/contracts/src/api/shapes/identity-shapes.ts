import { z } from 'zod';

import { identifier, secondFactorKind, signInMethod, timestamp } from '../../fields.ts';

/** Answers about how users come in. */

const factor = z.object({
  factorId: identifier,
  kind: secondFactorKind,
  /** What its owner called it, or the masked phone. */
  label: z.string(),
});

/** Beside SECOND_FACTOR_REQUIRED: the first factor was right; there is no token before the second is. */
export const secondFactorChallenge = z
  .object({
    /** Names the half-finished sign-in; it is a secret. */
    challenge: z.string(),
    factors: z.array(factor),
    expiresInSeconds: z.number().int(),
  })
  .meta({ id: 'SecondFactorChallenge' });

export const signInOptions = z
  .object({
    password: z.literal(true),
    emailLink: z.literal(true),
    google: z.boolean(),
    phone: z.boolean(),
    passkey: z.boolean(),
    passwordPolicy: z.object({ minimumLength: z.number().int(), maximumLength: z.number().int() }),
    /** Where links and Google may lead back to. */
    authorizedDomains: z.array(z.string()),
  })
  .meta({ id: 'SignInOptions' });

export const passkeyView = z
  .object({
    passkeyId: identifier,
    name: z.string(),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    /** It lives on several devices of its owner. */
    synced: z.boolean(),
  })
  .meta({ id: 'Passkey' });

export const account = z
  .object({
    uid: identifier,
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    /** Asked for, and not confirmed yet. */
    pendingEmail: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    phoneVerified: z.boolean(),
    hasPassword: z.boolean(),
    googleLinked: z.boolean(),
    factors: z.array(factor.extend({ enrolledAt: timestamp })),
    /** Not used yet. */
    recoveryCodesLeft: z.number().int(),
    passkeys: z.array(passkeyView),
    /** Whether what asks for a recent sign-in may be done now. */
    recentlySignedIn: z.boolean(),
  })
  .meta({ id: 'Account' });

export const sessionView = z
  .object({
    sessionId: identifier,
    method: signInMethod,
    /** What the browser said of itself: `User-Agent`. */
    userAgent: z.string().nullable(),
    ip: z.string().nullable(),
    place: z.string().nullable(),
    signedInAt: timestamp,
    lastUsedAt: timestamp,
    expiresAt: timestamp,
    /** The one that asks. */
    current: z.boolean(),
  })
  .meta({ id: 'SessionView' });
