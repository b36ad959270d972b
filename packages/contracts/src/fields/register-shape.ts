import { z } from 'zod';

import { MAX_FURTHER_EMAILS } from '../limits.ts';
import {
  requiredFirst,
  type EditedName,
  type Field,
  type FieldKind,
  type FieldTable,
} from '../registers/index.ts';
import { email, mobile, phone, phoneForm } from './contacts.ts';
import { cnpj, cpf, pis, zip } from './identifiers.ts';
import { birthday, pastDay } from './moments.ts';
import { line, newName } from './text.ts';

/** Schemas of registers, made from their tables of fields. */

/** In the log: what was registered before a rule came is not asked again. */
const STORED: { readonly [Kind in FieldKind]: (field: Extract<Field, { kind: Kind }>) => z.ZodType } = {
  line: ({ named, maximum }) => line(named, maximum),
  cpf: () => cpf,
  cnpj: () => cnpj,
  pis: () => pis,
  email: () => email,
  emails: () => z.array(email).max(MAX_FURTHER_EMAILS, `No máximo ${MAX_FURTHER_EMAILS} emails`),
  /** Events from before the rule may hold a landline as a mobile. */
  mobile: () => phone,
  phone: () => phone,
  zip: () => zip,
  birthday: () => birthday,
  choice: ({ choices, ask }) =>
    z.enum(
      choices.map(({ value }) => value),
      ask,
    ),
};

/**
 * When it is filled in: codes by SMS go to mobiles alone, area codes are those that there are, birthdays have been, and
 * names have no web address.
 */
const FILLED_IN: { readonly [Kind in FieldKind]?: (field: Extract<Field, { kind: Kind }>) => z.ZodType } = {
  line: ({ named, maximum, isName }) => (isName === true ? newName : line)(named, maximum),
  mobile: () => mobile,
  phone: () => phoneForm,
  birthday: () => pastDay(birthday, 'A data de nascimento está no futuro'),
};

type Text = z.ZodType<string, string>;
type SchemaOf<Of> = Of extends { choices: readonly { value: infer Value extends string }[] }
  ? z.ZodType<Value, Value>
  : Of extends { kind: 'emails' }
    ? z.ZodType<string[], string[]>
    : Text;
type MemberOf<Of> = Of extends { required: true } ? SchemaOf<Of> : z.ZodOptional<SchemaOf<Of>>;

/** The members of an object that holds what a table's form edits: all of its fields but the fixed ones. */
export type RegisterShape<Table extends FieldTable> = {
  [Name in EditedName<Table>]: MemberOf<Table[Name]>;
};

function shapeOf<Table extends FieldTable>(
  table: Table,
  schemaOf: (field: Field) => z.ZodType,
): RegisterShape<Table> {
  const edited = requiredFirst(table).filter(([, { fixed }]) => fixed !== true);
  const members = edited.map(([name, field]) => {
    const schema = schemaOf(field).meta({ description: field.label, examples: [exampleOf(field)] });
    return [name, field.required === true ? schema : schema.optional()];
  });
  return Object.fromEntries(members) as RegisterShape<Table>;
}

const exampleOf = ({ kind, example }: Field): unknown => (kind === 'emails' ? [example] : example);

type MakerOfAny = ((field: Field) => z.ZodType) | undefined;

const stored = (field: Field): z.ZodType => (STORED[field.kind] as NonNullable<MakerOfAny>)(field);

/** As the log and answers hold it. */
export const storedShape = <Table extends FieldTable>(table: Table): RegisterShape<Table> =>
  shapeOf(table, stored);

/** As a request fills it in. */
export const filledInShape = <Table extends FieldTable>(table: Table): RegisterShape<Table> =>
  shapeOf(table, (field) => (FILLED_IN[field.kind] as MakerOfAny)?.(field) ?? stored(field));
