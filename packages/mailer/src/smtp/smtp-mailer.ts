import { readFileSync } from 'node:fs';

import type { Transporter } from 'nodemailer';

import { checkMessage, oneLine, PermanentMailError, TemporaryMailError } from '../port.ts';
import type { MailAddress, Mailer, MailMessage } from '../port.ts';

export interface SmtpMailerOptions {
  /**
   * `SMTP_URL`: `smtp://user:password@host:587` (STARTTLS where offered; `?requireTLS=true` to insist) or
   * `smtps://…` (TLS from the start).
   */
  url: string;
  from: MailAddress;
  /** PEM file of the authorities that its certificate leads to; the usual ones without it. */
  caFile?: string | undefined;
  /** To connect, for the greeting, and for each answer. Default 15 s. */
  timeoutMs?: number;
}

/**
 * Sends through an SMTP server, one connection per message. A server that took the message but whose answer
 * was lost gets it twice, both times under the same Message-ID.
 *
 * @throws TypeError for what is no URL
 */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const { protocol } = new URL(options.url);
  if (protocol !== 'smtp:' && protocol !== 'smtps:')
    throw new TypeError('SMTP_URL begins with smtp:// or smtps://');
  const timeoutMs = options.timeoutMs ?? 15_000;
  const tls = options.caFile === undefined ? {} : { tls: { ca: readFileSync(options.caFile) } };
  const openTransport = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: options.url,
      ...tls,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      // A message is what it says: no part of it is a file or an address to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transport: Promise<Transporter> | undefined;
  const domain = options.from.address.split('@').at(-1) ?? 'localhost';
  return {
    async send(message: MailMessage): Promise<void> {
      checkMessage(message);
      try {
        transport ??= openTransport();
        await (
          await transport
        ).sendMail({
          // RFC 3834 §5: no vacation notices in answer.
          headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
          messageId: `<${message.messageId}@${domain}>`,
          from: fromOf(options.from, message.senderName),
          to: { name: oneLine(message.to.name), address: message.to.address },
          subject: oneLine(message.subject),
          text: message.text,
          html: message.html,
        });
      } catch (error) {
        // Not as its cause: loggers write causes out, with the address that the server repeats.
        throw isRefusal(error)
          ? new PermanentMailError(reason(error))
          : new TemporaryMailError(reason(error));
      }
    },
  };
}

/** "Imobiliária Horizonte via Lacre": whose message it is and who sends it, both. */
function fromOf(from: MailAddress, senderName: string | undefined): MailAddress {
  const name = oneLine(senderName ?? '').slice(0, MAX_SENDER_NAME);
  return name === '' || name === from.name
    ? from
    : { ...from, name: `${name.toWellFormed()} via ${from.name}` };
}

/** Longer names are cut: programs show no more of them, in characters. */
const MAX_SENDER_NAME = 80;

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/**
 * RFC 5321 §4.2.1: 5yz to the recipient or to the message says not to try again. Elsewhere (greeting, sign-in,
 * sender) it says that this service is set up wrongly: the message is good, and waits until that is corrected.
 */
function isRefusal(error: unknown): error is SmtpError {
  if (!(error instanceof Error)) return false;
  const { code, command, responseCode } = error as SmtpError;
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (command === 'API') return /^(?:No recipients|Invalid recipient)/.test(error.message);
  return (command === 'RCPT TO' || command === 'DATA') && responseCode !== undefined && responseCode >= 500;
}

/** What the server said, without the addresses it repeats: reasons are kept, in logs and beside jobs. */
const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/[^\s<>@]+@[^\s<>@]+/g, '…');
