export { openMailbox } from './mailbox/mailbox.ts';
export type { ListOptions, Mailbox, MailboxEntry, StoredMessage } from './mailbox/mailbox.ts';
export { mailboxSchema } from './mailbox/schema.ts';
export { PermanentMailError, TemporaryMailError } from './port.ts';
export type { MailAddress, Mailer, MailMessage } from './port.ts';
export { createSmtpMailer } from './smtp/smtp-mailer.ts';
export type { SmtpMailerOptions } from './smtp/smtp-mailer.ts';
export * from './templates/index.ts';
