import { randomUUID } from 'node:crypto';

import { maskAddress, type Address, type AnswerOf, type ClientContext } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import {
  CODE_LIFE_SECONDS,
  nobody,
  type CodePurpose,
  type KeyedDigest,
  type OneTimeCodes,
  type Attempts,
} from '@lacre/identity';
import { accessCode } from '@lacre/mailer';

import type { Background } from '../background.ts';
import type { MailParts } from '../messages/send-mail.ts';
import { sendCodeBySms, type SmsParts } from '../messages/send-sms.ts';
import { isRegistrationProven } from '../tenant/proven-registration.ts';
import { senderOf, type SenderParts } from '../tenant/sender-of.ts';
import type { Claimed, Claimant } from './claimant.ts';
import { assertChannel, choiceOf, destinationOf, type Wanted } from './destination.ts';

type SentCode = AnswerOf<'requestSigningCode'>;
type Addressee = Pick<Claimant, 'tenantId' | 'name'> & Pick<Wanted, 'language'>;

/** What a code is sent with. */
export interface CodeParts extends MailParts, SenderParts, SmsParts {
  readonly codes: OneTimeCodes;
}

/** What a code is asked for with. */
export interface AccessCodeParts extends CodeParts {
  readonly attempts: Attempts;
  readonly background: Background;
  readonly digest: KeyedDigest;
}

/**
 * Sends the code that a person comes in by, to a contact of theirs. Who came by an address is answered before the
 * message is on its way, and alike when the CPF is not registered; only a person whose processes were sent to several
 * contacts is asked, by masked contacts, which one is to get the code. @throws Refusal
 */
export async function sendAccessCode(
  service: AccessCodeParts,
  asked: Claimed,
  wanted: Wanted,
  client: ClientContext,
): Promise<SentCode> {
  const { attempts } = service;
  await attempts.count('codePerAddress', client.ip ?? '');
  await attempts.count('codePerPerson', asked.subject);
  assertChannel(service, wanted.channel);
  const { claimant } = asked;
  const { language } = wanted;
  const to = claimant && destinationOf(service, claimant, wanted);
  if (asked.by === 'link') {
    await attempts.count('codePerProcess', asked.claimant.processId ?? '');
    // One contact, so that there is nothing to choose; a choice that is none of it finds nothing.
    if (to === undefined || !('address' in to)) throw new Refusal('AUTH_PERSON_NOT_FOUND');
    return sendCode(service, { ...asked.claimant, language }, to, accessPurpose(service, asked));
  }
  const alike = { sentTo: null, channel: wanted.channel, expiresInSeconds: CODE_LIFE_SECONDS };
  if (claimant === undefined || to === undefined) return alike;
  // A new account sends nothing to others, so no codes to its persons either.
  if (!(await isRegistrationProven(service, claimant.tenantId))) return alike;
  if (!('address' in to))
    return { ...alike, contacts: to.map((address) => choiceOf(service, claimant, address)) };
  service.background.run('a code for a person', () =>
    sendCode(service, { ...claimant, language }, to, accessPurpose(service, asked)),
  );
  return alike;
}

/**
 * A code of one process is none for another, and one asked for without a link is none for a process. A CPF that is not
 * registered has a holder without codes, so that guesses at it are counted and answered alike.
 */
export const accessPurpose = (
  service: { digest: KeyedDigest },
  { claimant, subject }: Pick<Claimed, 'claimant' | 'subject'>,
): CodePurpose => ({
  purpose: 'person-access',
  holder: claimant?.personId ?? nobody(service.digest, subject),
  context: claimant?.processId,
});

/** Makes a code and sends it to the address. Answered, it proves this address and no other. @throws Refusal */
export async function sendCode(
  service: CodeParts,
  { tenantId, name, language }: Addressee,
  to: Address,
  purpose: CodePurpose,
): Promise<SentCode> {
  const { channel, address } = to;
  const code = await service.codes.issue(purpose, channel, address);
  const sent = { sentTo: maskAddress(to), channel, expiresInSeconds: CODE_LIFE_SECONDS };
  if (channel === 'sms') {
    await sendCodeBySms(service, address, code, language);
    return sent;
  }
  const sender = await senderOf(service, tenantId);
  try {
    await service.mailer.send({
      // Each code is a message of its own: the one before it is of no use any more.
      messageId: `signing-code.${randomUUID()}`,
      to: { name, address },
      ...accessCode({ sender, recipientName: name, language, code }),
    });
  } catch (cause) {
    service.log.warn({ err: cause, purpose: purpose.purpose }, 'a one-time code could not be sent');
    throw new Refusal('MAIL_NOT_SENT', { cause });
  }
  return sent;
}
