import type { AnswerOf } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { Accounts, Passkeys, SecondFactors, Sessions } from '@lacre/identity';

import type { CommandHandler } from '../decider/command-handler.ts';
import { activeUser, type FoundUser } from '../sign-in/find-user.ts';
import type { OwnCall } from './own-session.ts';

/** @throws Refusal AUTH_USER_NOT_FOUND */
export async function ownUser(service: { handler: CommandHandler }, userId: string): Promise<FoundUser> {
  const found = await activeUser(service, userId);
  if (found === undefined) throw new Refusal('AUTH_USER_NOT_FOUND');
  return found;
}

/** How the caller comes in. @throws Refusal AUTH_USER_NOT_FOUND */
export async function getAccount(
  service: {
    handler: CommandHandler;
    accounts: Accounts;
    sessions: Sessions;
    secondFactors: SecondFactors;
    passkeys: Passkeys;
  },
  { userId, sessionId }: OwnCall,
): Promise<AnswerOf<'getAccount'>> {
  const { accounts, secondFactors, passkeys, sessions } = service;
  const { name, email, phoneNumber, pendingEmail } = await ownUser(service, userId);
  const [details, factors, left, keys, standing] = await Promise.all([
    accounts.byId(userId),
    secondFactors.of(userId),
    secondFactors.recoveryCodesLeft(userId),
    passkeys.of(userId),
    sessions.standing(sessionId, userId),
  ]);
  if (details === undefined) throw new Refusal('AUTH_USER_NOT_FOUND');
  return {
    uid: userId,
    name,
    email,
    emailVerified: details.emailVerified,
    pendingEmail: pendingEmail ?? null,
    phoneNumber: phoneNumber ?? null,
    phoneVerified: phoneNumber !== undefined && details.verifiedPhone === phoneNumber,
    hasPassword: details.hasPassword,
    googleLinked: details.googleLinked,
    factors: factors.map(({ factorId, kind, label, enrolledAt }) => ({
      factorId,
      kind,
      label,
      enrolledAt: enrolledAt.toISOString(),
    })),
    recoveryCodesLeft: left,
    passkeys: keys,
    recentlySignedIn: standing?.isRecent ?? false,
  };
}
