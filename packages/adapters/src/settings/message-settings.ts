import { z } from 'zod';

import { httpUrl, origins, pushHosts, readableFile } from './forms.ts';
import { COMMAND, setting, type SettingGroup } from './setting.ts';

const MAIL = ['command', 'projector', 'start'] as const;

export const messageSettings = {
  SMTP_URL: setting({
    schema: z.url({ protocol: /^smtps?$/ }).optional(),
    description:
      'The server that mail leaves by: `smtps://user:password@host:465` (TLS from the first byte) or `smtp://user:password@host:587` (STARTTLS where the server offers it; `?requireTLS=true` to insist on it).',
    shownDefault: 'for `npm start`, a mailbox at `/dev/mailbox`',
    isSecret: true,
    readBy: MAIL,
    neededBy: ['command', 'projector'],
  }),
  SMTP_CA: setting({
    schema: readableFile.optional(),
    description: 'PEM file of the authorities that its certificate leads to.',
    shownDefault: 'the usual ones',
    readBy: MAIL,
  }),
  MAIL_FROM: setting({
    schema: z.string().default('Lacre <nao-responda@localhost>'),
    description: 'Whom mail comes from: `Name <address>`, or an address.',
    readBy: [...MAIL, 'page'],
  }),
  SMS_GATEWAY_URL: setting({
    schema: httpUrl.optional(),
    description: 'Where text messages are sent to: `POST { to, text }`.',
    shownDefault: 'no text messages; with `npm start`, the mailbox',
    readBy: COMMAND,
  }),
  SMS_GATEWAY_TOKEN: setting({
    schema: z.string().optional(),
    description: 'Its bearer token.',
    isSecret: true,
    readBy: COMMAND,
  }),
  PUSH_HOSTS: setting({
    schema: pushHosts,
    description:
      'Hosts of push services that browsers may be notified by, separated by commas, `*.` for any below one; empty for no notifications in browsers.',
    readBy: MAIL,
  }),
  WEBHOOK_ALLOW_LOOPBACK: setting({
    schema: z.stringbool().default(false),
    description:
      '`true` lets webhooks and push messages go to this machine, by http too: for development, never where others run things.',
    readBy: MAIL,
  }),
  EXPOSE_ALL_MAIL_AND_CODES_TO_NETWORK: setting({
    schema: z.stringbool().default(false),
    description:
      '`true` shows the development mailbox, with every link and code in it, to all who reach this machine; without it such a start is refused.',
    readBy: ['start'],
  }),
} as const satisfies SettingGroup;

export const signInSettings = {
  GOOGLE_CLIENT_ID: setting({
    schema: z.string().optional(),
    description:
      'Client of Google, or of another OpenID Connect provider; it comes back to `PUBLIC_URL/login`.',
    shownDefault: 'no sign-in by Google',
    readBy: COMMAND,
  }),
  GOOGLE_CLIENT_SECRET: setting({
    schema: z.string().optional(),
    description: 'Its secret.',
    isSecret: true,
    readBy: COMMAND,
  }),
  GOOGLE_ISSUER: setting({
    schema: httpUrl.default('https://accounts.google.com'),
    description: 'The provider.',
    readBy: COMMAND,
  }),
  AUTHORIZED_ORIGINS: setting({
    schema: origins,
    description:
      'Origins that links to sign may lead back to, beside that of `PUBLIC_URL`; separated by commas.',
    readBy: COMMAND,
  }),
} as const satisfies SettingGroup;
