/** How the cells of a column are set. */
export type Alignment = 'left' | 'center' | 'right';

/** A table of a text, as its lines have it. Every row has as many cells as there are columns. */
export interface PipeTable {
  alignments: Alignment[];
  header: string[];
  rows: string[][];
}

/** More would leave no room for words on a page; lines with more cells are text. */
export const MAX_TABLE_COLUMNS = 12;

const DELIMITER = /^:?-+:?$/;

/**
 * The table that begins at a line: a header, a line of dashes under it (`|:---|---:|`), and a row a line until one has
 * no bar, or too many. A row with more cells than the header makes the table wider, so that nothing that is written is lost.
 *
 * @returns also how many lines it takes; undefined when none begins there
 */
export function pipeTableAt(
  lines: readonly string[],
  start: number,
): { table: PipeTable; lines: number } | undefined {
  const [header, delimiter] = [cellsOf(lines[start] ?? ''), cellsOf(lines[start + 1] ?? '')];
  if (header === undefined || delimiter?.length !== header.length) return undefined;
  if (header.length > MAX_TABLE_COLUMNS || !delimiter.every((cell) => DELIMITER.test(cell))) return undefined;
  const rows: string[][] = [];
  for (const line of lines.slice(start + 2)) {
    const cells = cellsOf(line);
    if (cells === undefined || cells.length > MAX_TABLE_COLUMNS) break;
    rows.push(cells);
  }
  const columns = rows.reduce((most, { length }) => Math.max(most, length), header.length);
  const filled = (cells: readonly string[]) => Array.from({ length: columns }, (_, at) => cells[at] ?? '');
  const table = {
    alignments: filled(delimiter).map(alignmentOf),
    header: filled(header),
    rows: rows.map(filled),
  };
  return { table, lines: rows.length + 2 };
}

function alignmentOf(delimiter: string): Alignment {
  if (!delimiter.endsWith(':')) return 'left';
  return delimiter.startsWith(':') ? 'center' : 'right';
}

/** The cells of a row as they are written; `\|` is a bar within a cell. */
export function writtenCells(line: string): string[] {
  const cells = line.trim().split(/(?<!\\)\|/);
  if (cells.length > 1 && cells[0] === '') cells.shift();
  if (cells.length > 1 && cells.at(-1) === '') cells.pop();
  return cells.map((cell) => cell.trim());
}

/** What the cells of a row say; undefined of a line that has none. */
function cellsOf(line: string): string[] | undefined {
  if (!/(?<!\\)\|/.test(line) || line.trim() === '|') return undefined;
  return writtenCells(line).map((cell) => cell.replaceAll(String.raw`\|`, '|'));
}
