export interface MailAddress {
  /** May be empty. */
  name: string;
  /** `local@domain`, RFC 5322 addr-spec. */
  address: string;
}

export interface MailMessage {
  /**
   * Given by the caller and the same whenever the same message is tried again (derived from the event that
   * asks for it): a receiver, or the mailbox, knows a message it already has. Letters, digits, `.`, `_`, `-`;
   * at most 128 of them.
   */
  messageId: string;
  to: MailAddress;
  /** On whose behalf it is sent: shown beside the platform's own name, and never instead of it. */
  senderName?: string;
  /** One line. */
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Mailer {
  /**
   * Resolves once the next system on the way has taken responsibility for the message. When it rejects the
   * message may or may not have been taken: send it again, under the same id.
   *
   * @throws PermanentMailError when trying again is of no use, TemporaryMailError for everything else.
   */
  send(message: MailMessage): Promise<void>;
}

/** The message was refused for good: no such address, or no server accepts this message. */
export class PermanentMailError extends Error {
  override name = 'PermanentMailError';
}

/** The message was not taken this time: no answer, the answer was "later", or we are set up wrongly. */
export class TemporaryMailError extends Error {
  override name = 'TemporaryMailError';
}

const MESSAGE_ID = /^[A-Za-z0-9._-]{1,128}$/;
/** No more than what keeps an address one address on the envelope: whether it exists is for its server to say. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u;

/** @throws RangeError for a malformed id (a bug), PermanentMailError for an address that can be none. */
export function checkMessage(message: MailMessage): void {
  if (!MESSAGE_ID.test(message.messageId)) {
    throw new RangeError(`Malformed message id: ${JSON.stringify(message.messageId)}`);
  }
  if (!ADDRESS.test(message.to.address) || message.to.address.length > 254) {
    throw new PermanentMailError('The recipient has no valid e-mail address');
  }
}

/** User text for a header field: no line break can begin another field, and no other control either. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
}
