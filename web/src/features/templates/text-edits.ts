import { pipeTableAt, writtenCells } from '@lacre/contracts/pipe-table';

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

const NUMBERED_CLAUSE = /^#{1,3}\s+\{\{1\}\}\.\s/;

/** The selected lines as headings with a number that follows the clauses, or as plain ones when all of them were. */
export function asNumberedClauses(written: Written): Written {
  const { text } = written;
  const { from, to } = linesOf(written);
  const lines = text.slice(from, to).split('\n');
  const isPlain =
    lines.every((line) => line.trim() === '' || NUMBERED_CLAUSE.test(line)) && lines.join('') !== '';
  const block = lines
    .map((line) => {
      const plain = line.replace(NUMBERED_CLAUSE, '').replace(ANY_MARK, '');
      return isPlain || (plain.trim() === '' && lines.length > 1) ? plain : `# {{1}}. ${plain}`;
    })
    .join('\n');
  return { text: text.slice(0, from) + block + text.slice(to), start: from, end: from + block.length };
}

const BLANK_TABLE = ['| Coluna 1 | Coluna 2 |', '| --- | --- |', '|  |  |'];
const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
/** The caret's line, and the table that it is in: its first line and how many it has. */
function caretIn({ text, start }: Written) {
  const lines = text.split('\n');
  const line = text.slice(0, start).split('\n').length - 1;
  for (let first = line; first >= 0 && (lines[first] ?? '').includes('|'); first -= 1) {
    const found = pipeTableAt(lines, first);
    if (found !== undefined)
      return { lines, line, table: line < first + found.lines ? { first, count: found.lines } : undefined };
  }
  return { lines, line, table: undefined };
}

/** The text of these lines, the caret in a cell of one of them. */
function atCell(lines: readonly string[], line: number, cell: number): Written {
  const before = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
  const bars = [...(lines[line] ?? '').matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  const caret = before + (bars[cell] ?? 0) + 2;
  return { text: lines.join('\n'), start: caret, end: caret };
}

/** A table after the caret's line, its first name selected; within a table, a row below the caret's. */
export function withTableRow(written: Written): Written {
  const { lines, line, table } = caretIn(written);
  if (table === undefined) {
    const isBlank = (lines[line] ?? '').trim() === '';
    const head = lines.slice(0, isBlank ? line : line + 1);
    const next = [...head, ...(isBlank ? [] : ['']), ...BLANK_TABLE, '', ...lines.slice(line + 1)];
    const { text, start } = atCell(next, head.length + (isBlank ? 0 : 1), 0);
    return { text, start, end: start + 'Coluna 1'.length };
  }
  const at = Math.max(line + 1, table.first + 2);
  const blank = rowOf(writtenCells(lines[table.first] ?? '').map(() => ''));
  return atCell([...lines.slice(0, at), blank, ...lines.slice(at)], at, 0);
}

/** A column after the caret's; without a table, one is begun. */
export function withTableColumn(written: Written): Written {
  const { lines, line, table } = caretIn(written);
  if (table === undefined) return withTableRow(written);
  const lineStart = written.text.lastIndexOf('\n', written.start - 1) + 1;
  const before = written.text.slice(lineStart, written.start).trimStart().replace(/^\|/, '');
  const cell = before.split(/(?<!\\)\|/).length;
  const next = lines.map((each, at) =>
    at < table.first || at >= table.first + table.count
      ? each
      : rowOf(writtenCells(each).toSpliced(cell, 0, at === table.first + 1 ? '---' : '')),
  );
  return atCell(next, line, cell);
}
