import { maskPhone, type AnswerOf, type BodyOf, type ClientContext, type DataOf } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import {
  CODE_LIFE_SECONDS,
  type CodeSource,
  type Accounts,
  type Attempts,
  type Challenges,
  type OneTimeCodes,
  type SecondFactors,
} from '@lacre/identity';

import type { Background } from '../background.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { sendCodeBySms, type SmsParts } from '../messages/send-sms.ts';
import { assertTakesCommands } from '../tenant/assert-here.ts';
import { countGuess, tellOfWaits } from './by-password.ts';
import { currentUser, openSession, type SignInParts } from './complete-sign-in.ts';
import { assertUserTakesCommands } from './find-user.ts';
import { codeSourceOf, type SignInCall } from './sign-in-call.ts';
import type { UserSession } from './user-session.ts';

/** Sends the code of a phone that is a second factor. @throws Refusal */
export async function sendSecondFactorCode(
  service: SmsParts & {
    handler: CommandHandler;
    challenges: Challenges;
    secondFactors: SecondFactors;
    codes: OneTimeCodes;
    attempts: Attempts;
  },
  { challenge, factorId }: BodyOf<'sendSecondFactorCode'>,
  client: ClientContext,
): Promise<AnswerOf<'sendSecondFactorCode'>> {
  const { attempts, challenges, secondFactors, codes } = service;
  await attempts.count('openLinkPerAddress', client.ip ?? '');
  const found = await challenges.look('second-factor', challenge);
  const phone = found?.userId && (await secondFactors.phoneOf(found.userId, factorId));
  if (!found?.userId || !phone) throw new Refusal('SECOND_FACTOR_INVALID');
  await assertUserTakesCommands(service, found.userId);
  await attempts.count('textPerPhone', phone);
  const code = await codes.issue({ purpose: 'phone-factor', holder: found.userId, context: factorId }, 'sms');
  await sendCodeBySms(service, phone, code);
  return { sentTo: maskPhone(phone), channel: 'sms', expiresInSeconds: CODE_LIFE_SECONDS };
}

/** Opens the session of a user whose first factor was right, and whose second is. @throws Refusal */
export async function finishSecondFactor(
  service: SignInParts & {
    accounts: Accounts;
    codes: OneTimeCodes;
    attempts: Attempts;
    background: Background;
  },
  body: BodyOf<'finishSecondFactor'>,
  call: SignInCall,
): Promise<UserSession> {
  const { challenges, accounts } = service;
  const found = await challenges.attempt('second-factor', body.challenge);
  const account = found?.userId === undefined ? undefined : await accounts.byId(found.userId);
  if (found === undefined || account === undefined) throw new Refusal('SECOND_FACTOR_INVALID');
  const guesses = await countGuess(service, account.email, call);
  const secondFactor = await factorUsed(service, account.userId, body, codeSourceOf(call, account.email));
  // Commit point: of two that are right at once, the one that takes the challenge comes in.
  if (secondFactor === undefined || (await challenges.take('second-factor', body.challenge)) === undefined) {
    if (guesses.waitsBegin) tellOfWaits(service, account.email, 'second-factor', call);
    throw new Refusal('SECOND_FACTOR_INVALID');
  }
  const current = await currentUser(service, account.userId, assertTakesCommands);
  if (current === undefined) throw new Refusal('SECOND_FACTOR_INVALID');
  await guesses.forget();
  return openSession(service, current, { method: found.data.method, secondFactor }, call);
}

type Used = NonNullable<DataOf<'UserSignedIn'>['secondFactor']>;

async function factorUsed(
  { secondFactors, codes }: { secondFactors: SecondFactors; codes: OneTimeCodes },
  userId: string,
  body: BodyOf<'finishSecondFactor'>,
  source: CodeSource,
): Promise<Used | undefined> {
  if ('recoveryCode' in body)
    return (await secondFactors.useRecoveryCode(userId, body.recoveryCode)) ? 'recovery-code' : undefined;
  const { factorId, code } = body;
  const kind = (await secondFactors.of(userId)).find((factor) => factor.factorId === factorId)?.kind;
  if (kind === undefined) return undefined;
  const purpose = { purpose: 'phone-factor', holder: userId, context: factorId } as const;
  const isRight =
    kind === 'totp'
      ? await secondFactors.useTotp(userId, factorId, code)
      : (await codes.use(purpose, code, source)) !== undefined;
  return isRight ? kind : undefined;
}
