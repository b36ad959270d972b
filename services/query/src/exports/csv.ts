export type Cell = string | number | null;

/** A byte order mark, without which Excel takes UTF-8 for Windows-1252. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet would take for a formula (OWASP, CSV injection): a name can begin with it. */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of RFC 4180, with semicolons, as spreadsheets in Brazilian Portuguese read it. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(';')}\r\n`;

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
