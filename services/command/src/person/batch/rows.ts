import { cpf, isEmpty, MAX_BATCH_PERSONS, personForm, type PersonFields } from '@lacre/contracts';
import { z } from 'zod';

import { valueKey } from '../../reservation/unique-fields.ts';
import { spokenOf, UNIQUE_CONTACTS } from '../unique-contacts.ts';
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

/** What no two persons of a tenant share, by the field and the kind of its reservation. */
const UNIQUE_VALUES = [{ field: 'cpf', kind: 'cpf', name: 'CPF' }, ...UNIQUE_CONTACTS] as const;
export type UniqueValue = (typeof UNIQUE_VALUES)[number];

/** A valid unique value of a row, whatever is wrong with the rest of the row. */
export interface RowValue {
  line: number;
  unique: UniqueValue;
  value: string;
}

export interface PersonRows {
  /** Rows below the header. */
  total: number;
  /** Those that can be read; all of them when there are no errors. */
  rows: PersonRow[];
  values: RowValue[];
  errors: RowError[];
}

/** Whether the tenant lets persons share an e-mail or a mobile number. */
export interface Sharing {
  sharedContacts: boolean;
}

const row = z.strictObject({ cpf, ...personForm.shape });

/** Which values must be unique: all, or the CPF alone where contacts may be shared. */
export const uniqueValues = ({ sharedContacts }: Sharing): readonly UniqueValue[] =>
  sharedContacts ? UNIQUE_VALUES.filter(({ field }) => field === 'cpf') : UNIQUE_VALUES;

/** Reads a file of persons: every row in it that is a person, and all faults of the others. */
export function readPersonRows(bytes: Uint8Array, sharing: Sharing): PersonRows {
  const content = readCsv(bytes);
  if (!content.ok) return refused(content.line, content.message);
  const [header, ...body] = content.rows;
  if (header === undefined || body.length === 0) return refused(1, 'O arquivo não tem nenhuma pessoa');
  if (body.length > MAX_BATCH_PERSONS)
    return refused(1, `São ${body.length} pessoas: o máximo por arquivo é ${MAX_BATCH_PERSONS}`);
  const columns = header.cells.map(columnNamed);
  const errors = headerErrors(header, columns);
  const total = body.length;
  if (errors.length > 0) return { total, rows: [], values: [], errors };
  const rows: PersonRow[] = [];
  const values: RowValue[] = [];
  for (const each of body) {
    const read = readRow(each, columns as Column[]);
    values.push(...read.values);
    errors.push(...read.errors);
    if (read.row !== undefined) rows.push(read.row);
  }
  errors.push(...repeated(values, sharing));
  return { total, rows, values, errors: inOrder(errors) };
}

/** Faults from the first line to the last, those of one line as they were found. */
export const inOrder = (errors: readonly RowError[]): RowError[] =>
  errors.toSorted((a, b) => a.line - b.line);

const refused = (line: number, message: string): PersonRows => ({
  total: 0,
  rows: [],
  values: [],
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

interface ReadRow {
  row?: PersonRow;
  values: RowValue[];
  errors: RowError[];
}

function readRow({ line, cells }: CsvRow, columns: readonly Column[]): ReadRow {
  if (cells.length > columns.length) {
    const message = `A linha tem ${cells.length} campos e o cabeçalho, ${columns.length}`;
    return { values: [], errors: [{ line, field: '', message }] };
  }
  const given: Record<string, unknown> = {};
  columns.forEach(({ field, read }, index) => {
    const cell = cells[index] ?? '';
    if (!isEmpty(cell)) given[field] = read(cell);
  });
  const values = valuesOf(line, given);
  const parsed = row.safeParse(given);
  if (!parsed.success) {
    const { issues } = parsed.error;
    const errors = issues.map(({ path, message }) => ({ line, field: String(path[0] ?? ''), message }));
    return { values, errors };
  }
  const { cpf: number, ...fields } = parsed.data;
  return { row: { line, cpf: number, fields }, values, errors: [] };
}

const valuesOf = (line: number, given: Readonly<Record<string, unknown>>): RowValue[] =>
  UNIQUE_VALUES.flatMap((unique) => {
    const schema = row.shape[unique.field];
    const found = given[unique.field];
    // Each of a list by itself: one that is none takes no other with it.
    const read = Array.isArray(found)
      ? found.map((one) => schema.safeParse([one]))
      : [schema.safeParse(found)];
    return read.flatMap(({ data }) => data ?? []).map((value) => ({ line, unique, value }));
  });

/** A unique value may stand once in a file; where contacts may be shared, once in a person. */
function repeated(values: readonly RowValue[], sharing: Sharing): RowError[] {
  const firstLine = new Map<string, number>();
  const timesInLine = new Map<string, number>();
  const asked = uniqueValues(sharing);
  return values.flatMap((each) => {
    const { line, unique, value } = each;
    const key = valueKey(each);
    const first = firstLine.get(key) ?? line;
    firstLine.set(key, first);
    const times = (timesInLine.get(`${line} ${key}`) ?? 0) + 1;
    timesInLine.set(`${line} ${key}`, times);
    const error = (where: string) => [
      { line, field: unique.field, message: `${spokenOf(unique, value)} ${where}` },
    ];
    if (times === 2) return error('aparece mais de uma vez nesta linha');
    const isElsewhere = times === 1 && first !== line && asked.includes(unique);
    return isElsewhere ? error(`já aparece na linha ${first}`) : [];
  });
}
