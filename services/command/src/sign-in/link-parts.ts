import type { MailedLinks } from '@lacre/identity';

import type { MailParts } from '../messages/send-mail.ts';
import type { SenderParts } from '../tenant/sender-of.ts';
import type { RedirectParts } from './redirects.ts';

/** What a link is mailed to a user with. */
export interface LinkParts extends MailParts, RedirectParts, SenderParts {
  readonly links: MailedLinks;
}
