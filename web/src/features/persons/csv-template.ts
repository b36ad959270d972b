import { PERSON_FIELDS, requiredFirst, writtenValue } from '@lacre/contracts/registers';

/** Cells as spreadsheets write them (RFC 4180, 2.5 to 2.7). */
const quoted = (cell: string): string => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * A file that persons can be read from: every column, as people write it, and one person to be overwritten. Spreadsheets
 * in Brazil part cells by semicolons, and need the mark to read accents (RFC 4180 leaves both open).
 */
export function csvTemplate(): Blob {
  const fields = requiredFirst(PERSON_FIELDS);
  const example = fields.map(([name, field]) => {
    const value = writtenValue(field, field.example) ?? '';
    return name === 'name' ? `${value} (exemplo: apague esta linha)` : value;
  });
  const rows = [fields.map(([, { label }]) => label), example];
  const text = rows.map((cells) => `${cells.map(quoted).join(';')}\r\n`).join('');
  return new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' });
}
