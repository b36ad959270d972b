import type { Message } from './message.ts';

/** Messages of static pages: text between tags, and metadata. */
const IN_PAGE =
  />(?<space>\s*)(?<text>[^<>]*\p{L}[^<>]*?)\s*(?=<)|name="description"\s+content="(?<described>[^"]+)"/gu;
/** Of what an installed client is called: names of its own begin with a capital, those of form fields do not. */
const IN_MANIFEST = /"(?:name|short_name|description)": "(?<text>\p{Lu}[^"]*)"/gu;
const NO_TEXT = /<!--[^]*?-->|<script[^]*?<\/script>/g;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
const inHtml = (text: string): string => text.replaceAll(/[&<"]/g, (letter) => ENTITIES[letter] ?? letter);
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The messages of a page or a manifest, which no parser of code reads. */
export function pageMessagesOf(path: string, source: string): Message[] {
  const isPage = path.endsWith('.html');
  const visible = isPage ? source.replaceAll(NO_TEXT, (hidden) => ' '.repeat(hidden.length)) : source;
  return Array.from(visible.matchAll(isPage ? IN_PAGE : IN_MANIFEST), ({ 0: all, index, groups = {} }) => {
    const text = groups['text'] ?? groups['described'] ?? '';
    const start = index + all.lastIndexOf(text);
    return {
      start,
      end: start + text.length,
      text: text.replaceAll(/\s+/g, ' '),
      of: isPage ? 'page' : 'manifest',
      written: isPage ? inHtml : inJson,
    };
  });
}
