/** Bold and italics of a text: `**bold**`, `*italics*`, `***both***`. */
export interface Emphasis {
  bold: boolean;
  italic: boolean;
}

interface Mark {
  of: keyof Emphasis;
  opens: boolean;
  closes: boolean;
}
type Token = { text: string } | Mark;

const isMark = (token: Token): token is Mark => 'of' in token;

/** Parts of a text in one emphasis each, none empty. Marks that pair with none are text. */
export function emphasised(text: string): ({ text: string } & Emphasis)[] {
  const tokens = tokensOf(text);
  const paired = pairedMarks(tokens);
  const parts: ({ text: string } & Emphasis)[] = [];
  const now: Emphasis = { bold: false, italic: false };
  for (const token of tokens) {
    if (isMark(token) && paired.has(token)) {
      now[token.of] = !now[token.of];
      continue;
    }
    const written = isMark(token) ? (token.of === 'bold' ? '**' : '*') : token.text;
    const last = parts.at(-1);
    if (last !== undefined && last.bold === now.bold && last.italic === now.italic) last.text += written;
    else parts.push({ text: written, ...now });
  }
  return parts;
}

const WORD = /[\p{L}\p{N}\p{M}]/u;
const BLANK = /^\s?$/;

/** Of three asterisks two are bold and one is italic; a fourth begins another pair. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let isBold = false;
  for (const { 0: stars, index } of text.matchAll(/\*+/g)) {
    if (index > at) tokens.push({ text: text.slice(at, index) });
    at = index + stars.length;
    const bold = Array.from({ length: Math.floor(stars.length / 2) }, (): Mark => ({
      of: 'bold',
      opens: true,
      closes: true,
    }));
    const italic: Mark[] = stars.length % 2 === 0 ? [] : [italicMark(text, index, at)];
    // Italics stand within the bold that opens or closes with them.
    tokens.push(...(isBold ? [...italic, ...bold] : [...bold, ...italic]));
    if (bold.length % 2 === 1) isBold = !isBold;
  }
  if (at < text.length) tokens.push({ text: text.slice(at) });
  return tokens;
}

/** Italics begin and end at words: `2*3*4` is a product. */
function italicMark(text: string, start: number, end: number): Mark {
  const [before, after] = [text.slice(0, start).at(-1) ?? '', text.slice(end, end + 1)];
  return {
    of: 'italic',
    opens: !BLANK.test(after) && !WORD.test(before),
    closes: !BLANK.test(before) && !WORD.test(after),
  };
}

function pairedMarks(tokens: readonly Token[]): Set<Mark> {
  const paired = new Set<Mark>();
  const open: Partial<Record<keyof Emphasis, Mark>> = {};
  for (const token of tokens) {
    if (!isMark(token)) continue;
    const opener = open[token.of];
    if (opener !== undefined && token.closes) {
      paired.add(opener).add(token);
      delete open[token.of];
    } else if (opener === undefined && token.opens) open[token.of] = token;
  }
  return paired;
}
