export interface SmsMessage {
  /** Given by the caller and the same whenever the same message is tried again. As of a `MailMessage`. */
  messageId: string;
  /** E.164: `+5511987654321`. */
  to: string;
  /** One part holds 160 characters of GSM 03.38, 70 of others. */
  text: string;
}

export interface SmsSender {
  /**
   * Resolves once the gateway has taken responsibility for the message. When it rejects the message may or may not
   * have been taken.
   *
   * @throws SmsNotSent
   */
  send(message: SmsMessage): Promise<void>;
}

/** The gateway did not take the message: it refused it, answered "later", or was away. */
export class SmsNotSent extends Error {
  override name = 'SmsNotSent';
}

/** A Brazilian phone of 10 or 11 digits as gateways take it. */
export const internationalPhone = (digits: string): string => `+55${digits}`;
