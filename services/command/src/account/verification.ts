import { maskEmail, maskPhone, type AnswerOf, type BodyOf } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import {
  CODE_LIFE_SECONDS,
  LINK_SECONDS,
  type CodePurpose,
  type Accounts,
  type Attempts,
  type KeyedDigest,
  type MailedLinks,
  type OneTimeCodes,
} from '@lacre/identity';
import { emailVerification } from '@lacre/mailer';

import type { CommandHandler } from '../decider/command-handler.ts';
import { sendMail } from '../messages/send-mail.ts';
import { sendCodeBySms, type SmsParts } from '../messages/send-sms.ts';
import type { LinkParts } from '../sign-in/link-parts.ts';
import { note, type NoteParts } from '../sign-in/note.ts';
import { noteProven } from '../sign-in/prove-address.ts';
import { redirectOf, withSecret } from '../sign-in/redirects.ts';
import { assertProvenRegistration } from '../tenant/proven-registration.ts';
import { addresseeOf } from '../tenant/sender-of.ts';
import { ownUser } from './get-account.ts';
import type { OwnCall } from './own-session.ts';

/** Sends a link that shows the caller's e-mail to be theirs. @throws Refusal MAIL_NOT_SENT, TOO_MANY_REQUESTS */
export async function requestEmailVerification(
  service: LinkParts & { attempts: Attempts },
  { userId }: OwnCall,
): Promise<AnswerOf<'requestEmailVerification'>> {
  const { email } = await ownUser(service, userId);
  await service.attempts.count('linkPerEmail', email);
  return sendConfirmation(service, userId);
}

/** @throws Refusal MAIL_NOT_SENT */
export async function sendConfirmation(
  service: LinkParts,
  userId: string,
): Promise<AnswerOf<'requestEmailVerification'>> {
  const found = await ownUser(service, userId);
  const { email } = found;
  const secret = await service.links.issue('verify-email', userId, email);
  const link = withSecret(redirectOf(service, undefined, '/login'), 'verify', secret);
  const to = await addresseeOf(service, found);
  await sendMail(
    service,
    { name: to.recipientName, email },
    'verify-email',
    emailVerification({ ...to, link }),
  );
  return { sentTo: maskEmail(email), channel: 'email', expiresInSeconds: LINK_SECONDS['verify-email'] };
}

/**
 * The e-mail is the caller's: the link was sent to it, and opened in a session of the account that it is of. Opened
 * elsewhere it would make the registrant's password as good as the owner's.
 *
 * @throws Refusal LINK_INVALID, also for a link of another account
 */
export async function confirmEmail(
  service: NoteParts & { links: MailedLinks; attempts: Attempts },
  link: string,
  call: OwnCall,
): Promise<void> {
  await service.attempts.count('openLinkPerAddress', call.client.ip ?? '');
  if ((await service.links.look('verify-email', link)) !== call.userId) throw new Refusal('LINK_INVALID');
  const used = await service.links.use('verify-email', link);
  if (used === undefined) throw new Refusal('LINK_INVALID');
  await noteProven(service, call.userId, call);
}

/** The phone of the caller's profile. @throws Refusal AUTH_USER_DATA_VALIDATION when there is none */
async function ownPhone(service: { handler: CommandHandler }, userId: string): Promise<string> {
  const { phoneNumber } = await ownUser(service, userId);
  if (phoneNumber !== undefined) return phoneNumber;
  const fieldErrors = [{ field: 'phoneNumber', message: 'Informe um telefone no seu perfil' }];
  throw new Refusal('AUTH_USER_DATA_VALIDATION', { fieldErrors });
}

/** The code is good for this number alone: a profile that changes meanwhile needs another. */
const phonePurpose = ({ digest }: { digest: KeyedDigest }, userId: string, phone: string): CodePurpose => ({
  purpose: 'verify-phone',
  holder: userId,
  context: digest('verify-phone', phone),
});

/** Sends a code to the phone of the caller's profile. @throws Refusal */
export async function requestPhoneVerification(
  service: SmsParts & {
    handler: CommandHandler;
    digest: KeyedDigest;
    codes: OneTimeCodes;
    attempts: Attempts;
  },
  { userId, tenantId }: OwnCall,
): Promise<AnswerOf<'requestPhoneVerification'>> {
  await assertProvenRegistration(service, tenantId);
  const phone = await ownPhone(service, userId);
  await service.attempts.count('textPerPhone', phone);
  const code = await service.codes.issue(phonePurpose(service, userId, phone), 'sms');
  await sendCodeBySms(service, phone, code);
  return { sentTo: maskPhone(phone), channel: 'sms', expiresInSeconds: CODE_LIFE_SECONDS };
}

/** From here on the caller may come in by their phone. @throws Refusal CODE_INVALID, AUTH_USER_DATA_VALIDATION */
export async function verifyPhone(
  service: NoteParts & { digest: KeyedDigest; accounts: Accounts; codes: OneTimeCodes },
  { code }: BodyOf<'verifyPhone'>,
  call: OwnCall,
): Promise<void> {
  const { userId } = call;
  const phone = await ownPhone(service, userId);
  const source = { address: call.client.ip };
  if ((await service.codes.use(phonePurpose(service, userId, phone), code, source)) === undefined)
    throw new Refusal('CODE_INVALID');
  await service.accounts.verifyPhone(userId, phone);
  await note(service, userId, { type: 'UserPhoneVerified' }, call);
}
