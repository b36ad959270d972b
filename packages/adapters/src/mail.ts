import {
  createHttpSmsGateway,
  createSmtpMailer,
  PermanentMailError,
  type MailAddress,
  type Mailer,
  type SmsSender,
} from '@lacre/mailer';
import { observedDelivery } from '@lacre/observability';

import type { Environment } from './environment.ts';

/** `Lacre <nao-responda@exemplo.com.br>`, or an address alone. */
export function mailAddress(text: string): MailAddress {
  const named = /^(?<name>.*?)\s*<(?<address>[^<>]+)>$/.exec(text.trim())?.groups;
  return { name: named?.['name'] ?? '', address: named?.['address'] ?? text.trim() };
}

/** Mail by the server that `SMTP_URL` names, from `MAIL_FROM`. */
export const openSmtpMailer = (
  { MAIL_FROM, SMTP_CA: caFile }: Pick<Environment, 'MAIL_FROM' | 'SMTP_CA'>,
  url: string,
): Mailer => observeMailer(createSmtpMailer({ url, from: mailAddress(MAIL_FROM), caFile }));

/** Counts what is sent, and shows it in traces. */
export const observeMailer = (mailer: Mailer): Mailer => ({
  send: (message) =>
    observedDelivery('mail', () => mailer.send(message), {
      isRefusal: (error) => error instanceof PermanentMailError,
    }),
});

/** As `observeMailer`. */
export const observeSms = (sender: SmsSender): SmsSender => ({
  send: (message) => observedDelivery('sms', () => sender.send(message)),
});

/** Text messages by the gateway that `SMS_GATEWAY_URL` names; undefined without one: then nothing goes by SMS. */
export function openSmsGateway({
  SMS_GATEWAY_URL: url,
  SMS_GATEWAY_TOKEN: token,
}: Pick<Environment, 'SMS_GATEWAY_URL' | 'SMS_GATEWAY_TOKEN'>): SmsSender | undefined {
  return url === undefined ? undefined : observeSms(createHttpSmsGateway({ url, token }));
}
