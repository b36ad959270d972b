import { maskPhone, type AnswerOf, type BodyOf } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import { CODE_LIFE_SECONDS, type Attempts, type OneTimeCodes, type SecondFactors } from '@lacre/identity';

import type { CommandHandler } from '../decider/command-handler.ts';
import { sendCodeBySms, type SmsParts } from '../messages/send-sms.ts';
import { note, type NoteParts } from '../sign-in/note.ts';
import { assertProvenRegistration } from '../tenant/proven-registration.ts';
import { ownUser } from './get-account.ts';
import type { OwnCall } from './own-session.ts';

/** Begins to enrol an authenticator app. @throws Refusal TOO_MANY_REQUESTS */
export async function startTotp(
  service: { handler: CommandHandler; secondFactors: SecondFactors; attempts: Attempts },
  label: string,
  { userId }: OwnCall,
): Promise<AnswerOf<'startTotp'>> {
  await service.attempts.count('enrolPerUser', userId);
  const { email: account } = await ownUser(service, userId);
  return service.secondFactors.startTotp(userId, { label, account });
}

/**
 * Begins to enrol a phone, by sending it a code.
 *
 * @throws Refusal AUTH_METHOD_NOT_ALLOWED, EMAIL_NOT_VERIFIED, SMS_NOT_SENT, TOO_MANY_REQUESTS
 */
export async function startPhoneFactor(
  service: SmsParts & {
    handler: CommandHandler;
    secondFactors: SecondFactors;
    codes: OneTimeCodes;
    attempts: Attempts;
  },
  phone: string,
  { userId, tenantId }: OwnCall,
): Promise<AnswerOf<'startPhoneFactor'>> {
  if (service.sms === undefined) throw new Refusal('AUTH_METHOD_NOT_ALLOWED');
  await assertProvenRegistration(service, tenantId);
  await service.attempts.count('enrolPerUser', userId);
  await service.attempts.count('textPerPhone', phone);
  const factorId = await service.secondFactors.startPhone(userId, phone);
  const code = await service.codes.issue(
    { purpose: 'phone-factor', holder: userId, context: factorId },
    'sms',
  );
  await sendCodeBySms(service, phone, code);
  return { factorId, sentTo: maskPhone(phone), channel: 'sms', expiresInSeconds: CODE_LIFE_SECONDS };
}

/** Finishes an enrolment with a code of the factor; the first one brings the recovery codes. @throws Refusal */
export async function finalizeFactor(
  service: NoteParts & { secondFactors: SecondFactors; codes: OneTimeCodes; attempts: Attempts },
  { factorId, code }: { factorId: string } & BodyOf<'finalizeFactor'>,
  call: OwnCall,
): Promise<AnswerOf<'finalizeFactor'>> {
  const { secondFactors, codes, attempts } = service;
  const { userId } = call;
  const factor = await secondFactors.pending(userId, factorId);
  if (factor === undefined) throw new Refusal('SECOND_FACTOR_NOT_FOUND');
  await attempts.countGuess('passwordPerUser', factorId);
  const purpose = { purpose: 'phone-factor', holder: userId, context: factorId } as const;
  const isRight =
    factor.kind === 'totp'
      ? await secondFactors.useTotp(userId, factorId, code)
      : (await codes.use(purpose, code, { address: call.client.ip })) !== undefined;
  if (!isRight) throw new Refusal('CODE_INVALID');
  const hadNone = (await secondFactors.of(userId)).length === 0;
  if (!(await secondFactors.finalize(userId, factorId))) throw new Refusal('SECOND_FACTOR_NOT_FOUND');
  await note(service, userId, { type: 'UserSecondFactorEnrolled', factorId, kind: factor.kind }, call);
  return { recoveryCodes: hadNone ? await newRecoveryCodes(service, call) : null };
}

/** @throws Refusal SECOND_FACTOR_NOT_FOUND where there is nothing to recover */
export async function renewRecoveryCodes(
  service: NoteParts & { secondFactors: SecondFactors },
  call: OwnCall,
): Promise<string[]> {
  if ((await service.secondFactors.of(call.userId)).length === 0)
    throw new Refusal('SECOND_FACTOR_NOT_FOUND');
  return newRecoveryCodes(service, call);
}

async function newRecoveryCodes(
  service: NoteParts & { secondFactors: SecondFactors },
  call: OwnCall,
): Promise<string[]> {
  const recoveryCodes = await service.secondFactors.renewRecoveryCodes(call.userId);
  await note(service, call.userId, { type: 'UserRecoveryCodesIssued' }, call);
  return recoveryCodes;
}

/** From here on the factor is not asked for. @throws Refusal SECOND_FACTOR_NOT_FOUND */
export async function withdrawFactor(
  service: NoteParts & { secondFactors: SecondFactors },
  factorId: string,
  call: OwnCall,
): Promise<void> {
  const kind = await service.secondFactors.withdraw(call.userId, factorId);
  if (kind === undefined) throw new Refusal('SECOND_FACTOR_NOT_FOUND');
  await note(service, call.userId, { type: 'UserSecondFactorWithdrawn', factorId, kind }, call);
}
