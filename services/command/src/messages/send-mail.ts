import { randomUUID } from 'node:crypto';

import { Refusal } from '@lacre/http';
import type { RenderedEmail, Mailer } from '@lacre/mailer';
import type { Logger } from 'pino';

/** What mails leave by. */
export interface MailParts {
  readonly mailer: Mailer;
  readonly log: Logger;
}

/** Sends a user a message of its own. @throws Refusal MAIL_NOT_SENT */
export async function sendMail(
  { mailer, log }: MailParts,
  to: { name: string; email: string },
  kind: string,
  message: RenderedEmail,
): Promise<void> {
  try {
    await mailer.send({
      messageId: `${kind}.${randomUUID()}`,
      to: { name: to.name, address: to.email },
      ...message,
    });
  } catch (cause) {
    log.warn({ err: cause, kind }, 'a message to a user could not be sent');
    throw new Refusal('MAIL_NOT_SENT', { cause });
  }
}
