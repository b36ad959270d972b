/** A text with what is selected in it; an empty selection is the caret. */
export interface Written {
  text: string;
  start: number;
  end: number;
}

/** The text with a piece in place of what is selected, and the caret behind it. */
export function inserted({ text, start, end }: Written, piece: string): Written {
  const caret = start + piece.length;
  return { text: text.slice(0, start) + piece + text.slice(end), start: caret, end: caret };
}

const BOLD = '**';
const ITALIC = '*';

/** What is selected in bold, or no longer when it was. */
export const inBold = (written: Written): Written => within(written, BOLD, 'negrito', (stars) => stars >= 2);

/** What is selected in italics, or no longer when it was. */
export const inItalics = (written: Written): Written =>
  within(written, ITALIC, 'itálico', (stars) => stars % 2 === 1);

/** Sets the mark around what is selected, or takes it away where the asterisks on both sides say so. */
function within(
  { text, start, end }: Written,
  mark: string,
  sample: string,
  isMarked: (stars: number) => boolean,
): Written {
  const [before, selected, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  const stars = Math.min(/\**$/.exec(before)?.[0].length ?? 0, /^\**/.exec(after)?.[0].length ?? 0);
  if (isMarked(stars))
    return {
      text: before.slice(0, -mark.length) + selected + after.slice(mark.length),
      start: start - mark.length,
      end: end - mark.length,
    };
  const words = selected === '' ? sample : selected;
  return {
    text: before + mark + words + mark + after,
    start: start + mark.length,
    end: start + mark.length + words.length,
  };
}

/** The whole lines that a selection reaches into. */
function linesOf({ text, start, end }: Written): { from: number; to: number } {
  const next = text.indexOf('\n', end);
  return { from: text.lastIndexOf('\n', start - 1) + 1, to: next === -1 ? text.length : next };
}

export type LineKind = 'heading-1' | 'heading-2' | 'bullet' | 'number';
const MARKS: Readonly<Record<LineKind, (place: number) => string>> = {
  'heading-1': () => '# ',
  'heading-2': () => '## ',
  bullet: () => '- ',
  number: (place) => `${place}. `,
};
const ANY_MARK = /^(?:#{1,3}|[-*•]|\d{1,3}[.)])\s+/;
const OF_KIND: Readonly<Record<LineKind, RegExp>> = {
  'heading-1': /^#\s/,
  'heading-2': /^##\s/,
  bullet: /^[-*•]\s/,
  number: /^\d{1,3}[.)]\s/,
};

/** The selected lines as headings or items, or as plain ones when all of them were. */
export function asLines(written: Written, kind: LineKind): Written {
  const { text } = written;
  const { from, to } = linesOf(written);
  const lines = text.slice(from, to).split('\n');
  const isPlain =
    lines.every((line) => line.trim() === '' || OF_KIND[kind].test(line)) && lines.join('') !== '';
  let place = 0;
  const marked = lines.map((line) => {
    const plain = line.replace(ANY_MARK, '');
    if (isPlain || (plain.trim() === '' && lines.length > 1)) return plain;
    place += 1;
    return MARKS[kind](place) + plain;
  });
  const block = marked.join('\n');
  return { text: text.slice(0, from) + block + text.slice(to), start: from, end: from + block.length };
}

/** The selected lines as a clause that a use takes in or leaves out; what was selected stays so. */
export function asClause(written: Written, name = 'clausula'): Written {
  const { text } = written;
  const { from, to } = linesOf(written);
  const lines = text.slice(from, to);
  const open = `{{#${name}}}\n`;
  const block = `${open}${lines}\n{{/${name}}}`;
  const caret = from + open.length;
  return { text: text.slice(0, from) + block + text.slice(to), start: caret, end: caret + lines.length };
}
