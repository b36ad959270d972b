import {
  FIRST_BIRTHDAY,
  MAX_FURTHER_EMAILS,
  MAX_EMAIL_LENGTH,
  MAX_LINE_LENGTH,
} from '@lacre/contracts/limits';
import { entriesOf, type Field, type FieldTable } from '@lacre/contracts/registers';
import { Fragment, type ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import type { SelectOption } from '@/components/ui/fields/select.tsx';
import { today } from '@/lib/format/day.ts';
import type { MaskName } from '@/lib/input/masks.ts';

import { DateField } from './date-field.tsx';
import { MaskedField, SelectField, TextField } from './fields.tsx';
import type { RegisterValues } from './register-values.ts';
import {
  birthdayRules,
  cnpjRules,
  cpfRules,
  emailListRules,
  emailRules,
  optionalEmailRules,
  optionalPhoneRules,
  optionalPisRules,
  optionalZipRules,
  required,
} from './rules.ts';

/** What a form says of a field besides what its table says. */
export interface FieldExtras {
  disabled?: boolean;
  help?: ReactNode;
  /** Beside what was typed right. */
  end?: ReactNode;
  /** Where to go on when the server has it already. */
  whenRefused?: ReactNode;
  /** It is chosen among these. */
  options?: readonly SelectOption[];
  placeholder?: string;
  onChange?: (event: { target: { value: unknown } }) => void;
  /** What stands below it. */
  after?: ReactNode;
}

/** The fields of one part of a register's form, in its six columns, as their table has them. */
export function RegisterFields<Table extends FieldTable, Values extends FieldValues & RegisterValues<Table>>({
  form,
  table,
  section,
  extras,
}: {
  form: UseFormReturn<Values>;
  table: Table;
  section: Field['section'];
  extras?: Partial<Record<keyof Table & string, FieldExtras>>;
}) {
  // These fields are the form's, whatever others it has.
  const texts = form as unknown as UseFormReturn<Record<string, string>>;
  return entriesOf(table)
    .filter(([, field]) => field.section === section)
    .map(([name, field]) => (
      <Fragment key={name}>
        <RegisterField form={texts} name={name} field={field} extras={extras?.[name] ?? {}} />
        {extras?.[name]?.after}
      </Fragment>
    ));
}

const WIDTHS = { 2: 'sm:col-span-2', 3: 'sm:col-span-3', 4: 'sm:col-span-4', 6: 'sm:col-span-6' } as const;

const MASKS = {
  cpf: 'cpf',
  cnpj: 'cnpj',
  zip: 'cep',
  mobile: 'phone',
  phone: 'phone',
} as const satisfies Partial<Record<Field['kind'], MaskName>>;
const HINTS: Partial<Record<Field['kind'], string>> = { cpf: '000.000.000-00', cnpj: '00.000.000/0000-00' };

/** None of these fields is the typist's own. */
const OF_OTHERS = { autoComplete: 'off' } as const;

interface RegisterFieldProps {
  form: UseFormReturn<Record<string, string>>;
  name: string;
  field: Field;
  extras: FieldExtras;
}

function RegisterField({ form, name, field, extras }: RegisterFieldProps) {
  const { disabled = false, help, end, whenRefused, options, placeholder, onChange } = extras;
  const shared = {
    form,
    name,
    label: field.formLabel ?? field.label,
    optional: field.required !== true,
    className: WIDTHS[field.columns ?? 3],
    help,
    rules: { ...rulesOf(field), ...(onChange === undefined ? {} : { onChange }) },
  };
  if (options !== undefined) return <SelectField {...shared} options={options} {...hinted(placeholder)} />;
  switch (field.kind) {
    case 'cpf':
    case 'cnpj':
    case 'zip':
    case 'mobile':
    case 'phone':
      return (
        <MaskedField
          {...shared}
          mask={MASKS[field.kind]}
          inputProps={{ ...OF_OTHERS, disabled, ...hinted(placeholder ?? HINTS[field.kind]) }}
          end={end}
          whenRefused={whenRefused}
        />
      );
    case 'birthday':
      return <DateField {...shared} min={FIRST_BIRTHDAY} max={today()} />;
    case 'choice':
      return <SelectField {...shared} options={field.choices} {...hinted(placeholder ?? 'Não informado')} />;
    case 'email':
      return <TextField {...shared} type="email" inputProps={OF_OTHERS} />;
    case 'emails':
      return <TextField {...shared} inputProps={EMAIL_LIST} />;
    case 'line':
      return (
        <TextField {...shared} inputProps={{ ...OF_OTHERS, maxLength: field.maximum ?? MAX_LINE_LENGTH }} />
      );
    case 'pis':
      return <TextField {...shared} inputProps={{ ...OF_OTHERS, maxLength: PIS_TYPED_LENGTH }} />;
  }
}

/** A PIS in any writing of its eleven digits. */
const PIS_TYPED_LENGTH = 30;

/** Every address with what parts it from the next. */
const EMAIL_LIST = {
  ...OF_OTHERS,
  maxLength: MAX_FURTHER_EMAILS * (MAX_EMAIL_LENGTH + 2),
  inputMode: 'email',
  spellCheck: false,
} as const;

const hinted = (placeholder: string | undefined) => (placeholder === undefined ? {} : { placeholder });

function rulesOf(field: Field) {
  switch (field.kind) {
    case 'cpf':
      return cpfRules;
    case 'cnpj':
      return cnpjRules;
    case 'email':
      return field.required === true ? emailRules : optionalEmailRules;
    case 'emails':
      return emailListRules;
    case 'mobile':
    case 'phone':
      return optionalPhoneRules;
    case 'zip':
      return optionalZipRules;
    case 'pis':
      return optionalPisRules;
    case 'birthday':
      return birthdayRules;
    case 'line':
    case 'choice':
      return field.required === true ? required(field.named) : {};
  }
}
