import { namesWith, PERSON_FIELDS, requiredFirst, type Choice, type Field } from '@lacre/contracts';

/** Columns of a file of persons: the field each fills, the names it goes by in headers, how its cells are read. */

export interface Column {
  field: string;
  /** The name it is spoken of by. */
  header: string;
  /** As `headerKey` gives them. */
  names: readonly string[];
  read: (cell: string) => unknown;
}

/** Without accents, case and punctuation: `Data de nascimento` → `datadenascimento`. */
const headerKey = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\da-z]/g, '');

/** A cell by what it says, in any spelling; unchanged when unknown, for the field's own rule to refuse. */
const choice = (choices: readonly Choice[]) => {
  const known = new Map(
    choices.flatMap(({ value, label, aliases = [] }) =>
      [value, label, ...aliases].map((name) => [headerKey(name), value]),
    ),
  );
  return (cell: string): string => known.get(headerKey(cell)) ?? cell;
};

/** `31/12/1980` and `31-12-1980` → `1980-12-31`. */
const readDate = (cell: string): string =>
  cell.replace(/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/, (_, day: string, month: string, year: string) =>
    [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  );

/**
 * Spreadsheets take identifiers for numbers and drop the zeros they begin with; check digits decide whether that is so.
 */
const zerosBefore = (length: number, most: number) => (cell: string) =>
  /^\d+$/.test(cell) && cell.length >= length - most ? cell.padStart(length, '0') : cell;

const readList = (cell: string): string[] => cell.split(/[\s,;|]+/).filter((part) => part !== '');

const asItStands = (cell: string): string => cell;

/** How cells of a field are read. */
function readerOf(field: Field): Column['read'] {
  switch (field.kind) {
    case 'cpf':
    case 'pis':
      return zerosBefore(11, 3);
    case 'zip':
      return zerosBefore(8, 1);
    case 'birthday':
      return readDate;
    case 'emails':
      return readList;
    case 'choice':
      return choice(field.choices);
    case 'line':
    case 'cnpj':
    case 'email':
    case 'mobile':
    case 'phone':
      return asItStands;
  }
}

export const COLUMNS: readonly Column[] = requiredFirst(PERSON_FIELDS).map(([name, field]) => ({
  field: name,
  header: field.label,
  names: [name, field.label, ...(field.aliases ?? [])].map(headerKey),
  read: readerOf(field),
}));

/** Without these no person can be registered. */
export const REQUIRED_FIELDS = namesWith(PERSON_FIELDS, 'required');

const byName = new Map(COLUMNS.flatMap((each) => each.names.map((name) => [name, each])));

export const columnNamed = (header: string): Column | undefined => byName.get(headerKey(header));
