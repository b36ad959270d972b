import { formatCnpj, formatCpf, formatPhone, formatZip } from '../brazil/index.ts';
import type { Field, FieldKind } from './field.ts';

const AS_WRITTEN: Partial<Record<FieldKind, (value: string) => string>> = {
  cpf: formatCpf,
  cnpj: formatCnpj,
  mobile: formatPhone,
  phone: formatPhone,
  zip: formatZip,
  /** `1988-04-23` → `23/04/1988`. */
  birthday: (date) => date.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1'),
};

/** A field's value as people write it, in documents and in files; undefined where there is none. */
export function writtenValue(
  field: Field,
  value: string | readonly string[] | undefined,
): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return value.join(', ');
  if (field.kind === 'choice') return field.choices.find((choice) => choice.value === value)?.label;
  return AS_WRITTEN[field.kind]?.(value) ?? value;
}
