import { entriesOf, type FieldTable } from '@lacre/contracts/registers';

import { emailList } from '@/lib/input/email-address.ts';

/** What the form of a register holds: an empty text where there is nothing; a list as one text. */
export type RegisterValues<Table extends FieldTable> = Record<keyof Table & string, string>;

type Registered<Table extends FieldTable> = Partial<
  Record<keyof Table & string, string | readonly string[] | undefined>
>;

/** The form of what is registered, or of what is new. */
export function registerValues<Table extends FieldTable>(
  table: Table,
  registered: Registered<Table> = {},
): RegisterValues<Table> {
  const texts = entriesOf(table).map(([name]) => {
    const value = registered[name] ?? '';
    return [name, typeof value === 'string' ? value : value.join(', ')];
  });
  return Object.fromEntries(texts) as RegisterValues<Table>;
}

/** What is sent of an edit: fields left empty are left out, except required ones. */
export function registerBody<Table extends FieldTable>(
  table: Table,
  values: RegisterValues<Table>,
): Record<string, string | string[]> {
  const members = entriesOf(table).flatMap(([name, { kind, required, fixed }]) => {
    const text = values[name].trim();
    if (fixed === true || (text === '' && required !== true)) return [];
    if (kind === 'emails') return [[name, emailList(text)]];
    return [[name, kind === 'email' ? text.toLowerCase() : text]];
  });
  return Object.fromEntries(members) as Record<string, string | string[]>;
}
