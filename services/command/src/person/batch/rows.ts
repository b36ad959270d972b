import { cpf, isEmpty, MAX_BATCH_PERSONS, personForm, type PersonFields } from '@lacre/contracts';
import { z } from 'zod';

import { COLUMNS, columnNamed, REQUIRED_FIELDS, type Column } from './columns.ts';
import { readCsv, type CsvRow } from './read-csv.ts';

/** What is wrong in the file, and where. */
export interface RowError {
  line: number;
  /** Name of the field; empty for a whole line. */
  field: string;
  message: string;
}

export interface PersonRow {
  line: number;
  cpf: string;
  fields: PersonFields;
}

export interface PersonRows {
  /** Rows below the header. */
  total: number;
  /** Those that can be read; all of them when there are no errors. */
  rows: PersonRow[];
  errors: RowError[];
}

const row = z.strictObject({ cpf, ...personForm.shape });

/** Reads a file of persons: every row in it that is a person, and everything that is wrong with the others. */
export function readPersonRows(bytes: Uint8Array): PersonRows {
  const content = readCsv(bytes);
  if (!content.ok) return refused(content.line, content.message);
  const [header, ...body] = content.rows;
  if (header === undefined || body.length === 0) return refused(1, 'O arquivo não tem nenhuma pessoa');
  if (body.length > MAX_BATCH_PERSONS)
    return refused(1, `São ${body.length} pessoas: o máximo por arquivo é ${MAX_BATCH_PERSONS}`);
  const columns = header.cells.map(columnNamed);
  const errors = headerErrors(header, columns);
  const total = body.length;
  if (errors.length > 0) return { total, rows: [], errors };
  const rows: PersonRow[] = [];
  for (const each of body) {
    const read = readRow(each, columns as Column[]);
    if (Array.isArray(read)) errors.push(...read);
    else rows.push(read);
  }
  errors.push(...repeated(rows));
  return { total, rows, errors: errors.toSorted((a, b) => a.line - b.line) };
}

const refused = (line: number, message: string): PersonRows => ({
  total: 0,
  rows: [],
  errors: [{ line, field: '', message }],
});

function headerErrors({ line, cells }: CsvRow, columns: readonly (Column | undefined)[]): RowError[] {
  const errors: RowError[] = [];
  cells.forEach((cell, index) => {
    const column = columns[index];
    if (column === undefined) {
      const known = COLUMNS.map(({ header: name }) => name).join(', ');
      errors.push({
        line,
        field: '',
        message: `Coluna desconhecida: "${cell}". As conhecidas são: ${known}`,
      });
    } else if (columns.indexOf(column) !== index)
      errors.push({ line, field: column.field, message: 'A coluna aparece mais de uma vez' });
  });
  for (const field of REQUIRED_FIELDS)
    if (!columns.some((column) => column?.field === field))
      errors.push({ line, field, message: 'Falta esta coluna' });
  return errors;
}

function readRow({ line, cells }: CsvRow, columns: readonly Column[]): PersonRow | RowError[] {
  if (cells.length > columns.length)
    return [
      { line, field: '', message: `A linha tem ${cells.length} campos e o cabeçalho, ${columns.length}` },
    ];
  const given: Record<string, unknown> = {};
  columns.forEach(({ field, read }, index) => {
    const cell = cells[index] ?? '';
    if (!isEmpty(cell)) given[field] = read === undefined ? cell : read(cell);
  });
  const parsed = row.safeParse(given);
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => ({ line, field: String(path[0] ?? ''), message }));
  const { cpf: number, ...fields } = parsed.data;
  return { line, cpf: number, fields };
}

/** A CPF may stand once in a file. */
function repeated(rows: readonly PersonRow[]): RowError[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ cpf: number, line }) => {
    const earlier = first.get(number);
    if (earlier === undefined) {
      first.set(number, line);
      return [];
    }
    return [{ line, field: 'cpf', message: `Este CPF já aparece na linha ${earlier}` }];
  });
}
