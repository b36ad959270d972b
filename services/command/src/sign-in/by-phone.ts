import type { AnswerOf, BodyOf, ClientContext } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import {
  CODE_LIFE_SECONDS,
  nobody,
  type Accounts,
  type Attempts,
  type KeyedDigest,
  type OneTimeCodes,
  type SecondFactors,
} from '@lacre/identity';

import type { Background } from '../background.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { sendCodeBySms, type SmsParts } from '../messages/send-sms.ts';
import { assertTenantTakesCommands } from '../tenant/assert-here.ts';
import { completeFirstFactor, type SignInParts } from './complete-sign-in.ts';
import { activeUserByPhone } from './find-user.ts';
import { codeSourceOf, type SignInCall } from './sign-in-call.ts';
import type { UserSession } from './user-session.ts';

/**
 * Sends a code to a proven phone. The answer is the same, as fast, for any number. Who has
 * a phone as second factor does not come in by one: it would be one thing asked for twice. @throws Refusal
 */
export async function requestPhoneCode(
  service: SmsParts & {
    handler: CommandHandler;
    accounts: Accounts;
    secondFactors: SecondFactors;
    codes: OneTimeCodes;
    attempts: Attempts;
    background: Background;
  },
  { phoneNumber }: { phoneNumber: string },
  client: ClientContext,
): Promise<AnswerOf<'requestPhoneCode'>> {
  if (service.sms === undefined) throw new Refusal('AUTH_METHOD_NOT_ALLOWED');
  await service.attempts.count('codePerAddress', client.ip ?? '');
  await service.attempts.count('textPerPhone', phoneNumber);
  service.background.run('a code for a user', async () => {
    const found = await activeUserByPhone(service, phoneNumber);
    if (found === undefined) return;
    await assertTenantTakesCommands(service, found.tenantId);
    const factors = await service.secondFactors.of(found.userId);
    if (factors.some(({ kind }) => kind === 'phone')) return;
    const code = await service.codes.issue({ purpose: 'user-phone', holder: found.userId }, 'sms');
    await sendCodeBySms(service, phoneNumber, code);
  });
  return { expiresInSeconds: CODE_LIFE_SECONDS };
}

/** Lets in who shows the code that their phone got. @throws Refusal */
export async function openPhoneSession(
  service: SignInParts & { digest: KeyedDigest; accounts: Accounts; codes: OneTimeCodes; attempts: Attempts },
  { phoneNumber, code }: BodyOf<'openPhoneSession'>,
  call: SignInCall,
): Promise<UserSession> {
  await service.attempts.count('openPerAddress', call.client.ip ?? '');
  const found = await activeUserByPhone(service, phoneNumber);
  const userId = found?.userId ?? nobody(service.digest, phoneNumber);
  const whenUnknown = 'AUTH_DEVICE_VALIDATION_ERROR';
  const source = codeSourceOf(call, found?.email);
  if ((await service.codes.use({ purpose: 'user-phone', holder: userId }, code, source)) === undefined)
    throw new Refusal(whenUnknown);
  return completeFirstFactor(service, { userId, method: 'phone', whenUnknown }, call);
}
