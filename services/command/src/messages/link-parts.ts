import type { MailedLinks } from '@lacre/identity';

import type { RedirectParts } from '../sign-in/redirects.ts';
import type { SenderParts } from '../tenant/sender-of.ts';
import type { MailParts } from './send-mail.ts';

/** What a link is mailed to a user with. */
export interface LinkParts extends MailParts, RedirectParts, SenderParts {
  readonly links: MailedLinks;
}
