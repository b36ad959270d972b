import type { Email } from './block.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

/** What a template gives to the mailer. */
export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
  /** On whose behalf it is sent: shown beside the platform's own name. */
  senderName: string;
}

/** In characters as people count them. */
const MAX_SUBJECT_LENGTH = 120;
const GRAPHEMES = new Intl.Segmenter('pt-BR');

/** @throws RangeError for a link that is not http or https (a bug: no user gives links) */
export function renderEmail(email: Email): RenderedEmail {
  for (const block of email.blocks) if (block.kind === 'button') checkLink(block.link);
  const { name, logo } = email.sender;
  if (logo !== undefined) checkLink(logo);
  return {
    subject: shortened(email.subject),
    text: renderText(email),
    html: renderHtml(email),
    senderName: name,
  };
}

function checkLink(link: string): void {
  if (!URL.canParse(link) || !/^https?:$/.test(new URL(link).protocol))
    throw new RangeError('Not a web address');
}

function shortened(subject: string): string {
  const line = subject.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  const characters = Array.from(GRAPHEMES.segment(line), ({ segment }) => segment);
  if (characters.length <= MAX_SUBJECT_LENGTH) return line;
  return `${characters
    .slice(0, MAX_SUBJECT_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
}
