/**
 * A field of a register (of persons, of companies), said once. Schemas, forms, files, templates, searches, evidence and
 * the description of the API are made from tables of these; nothing else lists the fields. No schema is loaded here.
 */

/** What a field holds: how it is checked, typed, read from a file and written in a document follows from it. */
export type FieldKind =
  | 'line'
  | 'cpf'
  | 'cnpj'
  | 'pis'
  | 'email'
  | 'emails'
  | 'mobile'
  | 'phone'
  | 'zip'
  | 'birthday'
  | 'choice';

/** One of the values of a choice. */
export interface Choice {
  value: string;
  label: string;
  /** What a file may call it besides, in any case, with or without accents. */
  aliases?: readonly string[];
}

interface FieldOfAnyKind {
  /** In lists, files, templates and evidence. */
  label: string;
  /** In its own form, where that says more. */
  formLabel?: string;
  /** With its article: "Por favor, insira {named}". */
  named: string;
  required?: true;
  /** Given at registration and never edited, so outside what an edit holds. */
  fixed?: true;
  /** Part of the form that it stands in. */
  section: 'identity' | 'kind' | 'contact' | 'civil' | 'registrations' | 'address';
  /** Of the six columns of the form; half of them unless said. */
  columns?: 2 | 4 | 6;
  /** Other names of its column in a file, in any case, with or without accents. */
  aliases?: readonly string[];
  /** What it goes by in templates, after a role's key or `empresa`. */
  placeholder?: string;
  /** A value, as the API takes it. */
  example: string;
  /** The register is searched by it. */
  searched?: true;
  /** The name that people search it by, within a sentence, where that is not the label. */
  searchLabel?: string;
  /**
   * It is written down in the process when the person is asked to sign. Evidence shows a field that is stated; of one
   * that is committed it has a commitment, and at most a part of the value.
   */
  evidence?: 'stated' | 'committed';
}

export type Field = FieldOfAnyKind &
  (
    | {
        kind: 'line';
        /** Unless it is `MAX_LINE_LENGTH`, characters. */
        maximum?: number;
        /** A name: without a web address, when it is filled in. */
        isName?: true;
      }
    | { kind: 'choice'; choices: readonly Choice[]; /** What a refusal says. */ ask: string }
    | { kind: Exclude<FieldKind, 'line' | 'choice'> }
  );

/** Fields by their names in the API and in events, in the order of the form. */
export type FieldTable = Readonly<Record<string, Field>>;

/** Names of the fields that say `Key`, and with `Value` if that is given. */
export type NamesWith<Table extends FieldTable, Key extends keyof Field, Value = unknown> = {
  [Name in keyof Table & string]: Table[Name] extends Readonly<Record<Key, Value>> ? Name : never;
}[keyof Table & string];

/** Names of the fields that an edit may change. */
export type EditedName<Table extends FieldTable> = Exclude<keyof Table & string, NamesWith<Table, 'fixed'>>;

/** Parts of the form that a table's fields stand in. */
export type SectionOf<Table extends FieldTable> = Table[keyof Table]['section'];

/** What templates call the fields of a table. */
export type PlaceholderOf<Table extends FieldTable> = Extract<
  Table[keyof Table],
  { placeholder: string }
>['placeholder'];

/** Every field with its name, in the order of the form. */
export const entriesOf = <Table extends FieldTable>(
  table: Table,
): (readonly [name: keyof Table & string, field: Field])[] => Object.entries(table);

/** Every field with its name, required ones first: the order of files and answers. */
export const requiredFirst = <Table extends FieldTable>(
  table: Table,
): (readonly [name: keyof Table & string, field: Field])[] => [
  ...entriesOf(table).filter(([, { required }]) => required === true),
  ...entriesOf(table).filter(([, { required }]) => required !== true),
];

/** Names of the fields that say `key`, and with `value` if that is given; those first that are required. */
export function namesWith<
  Table extends FieldTable,
  Key extends keyof Field,
  const Value extends Field[Key] = Exclude<Field[Key], undefined>,
>(table: Table, key: Key, value?: Value): NamesWith<Table, Key, Value>[] {
  return requiredFirst(table).flatMap(([name, field]) =>
    field[key] !== undefined && (value === undefined || field[key] === value)
      ? [name as NamesWith<Table, Key, Value>]
      : [],
  );
}

const disjunction = new Intl.ListFormat('pt-BR', { type: 'disjunction' });

/** A field within a sentence: `nome`, `CPF`. */
export const labelInSentence = ({ label }: Pick<Field, 'label'>): string =>
  label === label.toUpperCase() ? label : label.toLocaleLowerCase('pt-BR');

/** What a register is searched by, each name once: `CPF, nome ou email`. */
export const searchedInWords = (table: FieldTable): string =>
  disjunction.format(
    new Set(
      entriesOf(table)
        // Further addresses are addresses.
        .filter(([, { searched, kind }]) => searched === true && kind !== 'emails')
        .map(([, field]) => field.searchLabel ?? labelInSentence(field)),
    ),
  );
