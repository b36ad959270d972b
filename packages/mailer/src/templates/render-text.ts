import { renderBlock } from './block.ts';
import type { BlockRenderers, Email, Inline } from './block.ts';
import { FRAME_WORDS, languageOfEmail } from './frame-words.ts';
import { namedByDomain } from './sender.ts';
import { unlinked } from './unlinked.ts';

const RULE = '-'.repeat(40);

/** The twin of the HTML: the same words in the same order, for readers of plain text. */
export function renderText(email: Email): string {
  const words = FRAME_WORDS[languageOfEmail(email)];
  const parts = [
    flat(namedByDomain(email.sender)),
    email.title,
    ...(email.recipientName ? [`${words.greeting}, ${flat(email.recipientName)},`] : []),
  ];
  parts.push(
    ...email.blocks.map((block) => renderBlock(blocks, block)),
    RULE,
    email.because,
    `${words.sentBy} ${flat(namedByDomain(email.sender))} ${words.by} Lacre · ${words.product}`,
  );
  return `${parts.join('\n\n')}\n`;
}

const blocks: BlockRenderers<string> = {
  paragraph: ({ content }) => inlineText(content),
  note: ({ content }) => inlineText(content),
  facts: ({ rows }) => rows.map(({ label, value }) => `${label}: ${flat(value)}`).join('\n'),
  list: ({ title, items }) => [`${title}:`, ...items.map((item) => `- ${flat(item)}`)].join('\n'),
  quote: ({ title, text }) => [`${title}:`, ...unlinked(text.trim()).split(/\r\n|\r|\n/)].join('\n> '),
  button: ({ label, link }) => `${label}:\n${link}`,
  code: ({ digits }) => `    ${digits}`,
};

function inlineText(content: readonly Inline[]): string {
  return content.map((part) => (typeof part === 'string' ? part : flat(part.strong))).join('');
}

/** User text stays on its line: it cannot pass for a line of ours, nor for a link. */
function flat(text: string): string {
  return unlinked(text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim());
}
