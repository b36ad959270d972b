import type { Pool } from 'pg';

import { checkMessage, oneLine, TemporaryMailError } from '../port.ts';
import type { MailAddress, Mailer, MailMessage } from '../port.ts';
import { SmsNotSent, type SmsSender } from '../sms/port.ts';

export interface MailboxEntry {
  /** The message's id. */
  id: string;
  channel: 'email' | 'sms';
  /** Of a text message: the number, and no name. */
  to: MailAddress;
  subject: string;
  sentAt: Date;
}

export interface StoredMessage extends MailboxEntry {
  text: string;
  html: string;
  headers: Readonly<Record<string, string>>;
}

export interface ListOptions {
  /** An address; upper and lower case are the same. */
  to?: string;
  /** Found anywhere in the address, the name, the subject or the text. */
  search?: string;
  limit: number;
}

/** Keeps messages instead of sending them: for embedded mode, where there is no mail server. Not for production. */
export interface Mailbox extends Mailer {
  /** Newest first. */
  listMessages(options: ListOptions): Promise<MailboxEntry[]>;
  readMessage(id: string): Promise<StoredMessage | undefined>;
  /** Keeps text messages among the others. */
  sms: SmsSender;
}

/** On a database migrated with `mailboxSchema`. */
export function openMailbox(pool: Pool): Mailbox {
  return {
    /** Commit point: the insert. A message with the id is that message, and stays as it was. */
    async send(message: MailMessage): Promise<void> {
      checkMessage(message);
      try {
        await pool.query(
          `insert into dev_mailbox.message (id, to_name, to_address, subject, text, html, headers)
           values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
          columnsOf(message),
        );
      } catch (error) {
        throw new TemporaryMailError('The mailbox could not keep the message', { cause: error });
      }
    },

    async listMessages({ to, search, limit }: ListOptions): Promise<MailboxEntry[]> {
      const { rows } = await pool.query<StoredMessage>(
        `${SELECT}
          where ($1::text is null or lower(to_address) = lower($1))
            and ($2::text is null
                 or strpos(lower(to_address || ' ' || to_name || ' ' || subject || ' ' || text), lower($2)) > 0)
          order by position desc limit $3`,
        [to ?? null, search ?? null, limit],
      );
      return rows.map(({ id, channel, to: recipient, subject, sentAt }) => ({
        id,
        channel,
        to: recipient,
        subject,
        sentAt,
      }));
    },

    async readMessage(id: string): Promise<StoredMessage | undefined> {
      const { rows } = await pool.query<StoredMessage>(`${SELECT} where id = $1`, [id]);
      return rows[0];
    },

    sms: {
      async send({ messageId, to, text }) {
        try {
          await pool.query(
            `insert into dev_mailbox.message (id, channel, to_name, to_address, subject, text, html, headers)
             values ($1, 'sms', '', $2, 'SMS', $3, '', '{}') on conflict (id) do nothing`,
            [messageId, to, text],
          );
        } catch (cause) {
          throw new SmsNotSent('The mailbox could not keep the message', { cause });
        }
      },
    },
  };
}

const SELECT = `
  select id, channel, json_build_object('name', to_name, 'address', to_address) as "to", subject, text, html, headers,
         sent_at as "sentAt"
    from dev_mailbox.message`;

function columnsOf(message: MailMessage): string[] {
  const { messageId, to, subject, text, html, headers } = message;
  const columns = [messageId, oneLine(to.name), to.address, oneLine(subject), text, html];
  // Postgres stores no U+0000; a message may contain one.
  return [...columns.map((column) => column.replaceAll('\0', '')), JSON.stringify(headers ?? {})];
}
