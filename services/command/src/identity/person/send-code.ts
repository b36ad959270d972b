import { randomUUID } from 'node:crypto';

import { maskEmail, maskPhone, type AnswerOf, type ClientContext, type CodeChannel } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import { accessCode } from '@lacre/mailer';

import type { CommandService } from '../../service.ts';
import { senderOf } from '../../tenant/sender-of.ts';
import { CODE_LIFE_SECONDS, type CodePurpose } from '../one-time-codes.ts';
import { sendCodeBySms } from '../send-sms.ts';
import { channelFor, type Claimed, type Claimant } from './claimant.ts';

type SentCode = AnswerOf<'requestSigningCode'>;
type Addressee = Pick<Claimant, 'tenantId' | 'name' | 'email' | 'cellphoneNumber'>;

/**
 * Sends the code that a person comes in by. Who came by an address is answered before the message is on its way, and
 * alike when nobody is registered. @throws Refusal
 */
export async function sendAccessCode(
  service: CommandService,
  asked: Claimed,
  channel: CodeChannel,
  client: ClientContext,
): Promise<SentCode> {
  const { attempts } = service;
  await attempts.count('codePerAddress', client.ip ?? '');
  await attempts.count('codePerPerson', asked.subject);
  if (asked.by === 'link') {
    const { claimant } = asked;
    await attempts.count('codePerProcess', claimant.processId ?? '');
    return sendCode(service, claimant, accessPurpose(claimant), channel);
  }
  if (channel === 'sms') channelFor(service, channel, '');
  const { claimant } = asked;
  if (claimant !== undefined)
    service.background.run('a code for a person', () =>
      sendCode(service, claimant, accessPurpose(claimant), channel),
    );
  return { sentTo: null, channel, expiresInSeconds: CODE_LIFE_SECONDS };
}

/** A code of one process is none for another, and one asked for without a link is none for a process. */
export const accessPurpose = ({ personId, processId }: Claimant): CodePurpose => ({
  purpose: 'person-access',
  holder: personId,
  context: processId,
});

/** Makes a code and sends it by the channel asked for, or by e-mail where there is no phone. @throws Refusal */
export async function sendCode(
  service: CommandService,
  to: Addressee,
  purpose: CodePurpose,
  asked: CodeChannel,
): Promise<SentCode> {
  const { tenantId, name, email, cellphoneNumber } = to;
  const channel = channelFor(service, asked, cellphoneNumber);
  const code = await service.codes.issue(purpose, channel);
  const expiresInSeconds = CODE_LIFE_SECONDS;
  if (channel === 'sms' && cellphoneNumber !== undefined) {
    await sendCodeBySms(service, cellphoneNumber, code);
    return { sentTo: maskPhone(cellphoneNumber), channel, expiresInSeconds };
  }
  const sender = await senderOf(service, tenantId);
  try {
    await service.dependencies.mailer.send({
      // Each code is a message of its own: the one before it is of no use any more.
      messageId: `signing-code.${randomUUID()}`,
      to: { name, address: email },
      ...accessCode({ sender, recipientName: name, code }),
    });
  } catch (cause) {
    service.log.warn({ err: cause, purpose: purpose.purpose }, 'a one-time code could not be sent');
    throw new Refusal('MAIL_NOT_SENT', { cause });
  }
  return { sentTo: maskEmail(email), channel, expiresInSeconds };
}
