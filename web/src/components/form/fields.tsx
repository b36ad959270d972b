import { MAX_EMAIL_LENGTH } from '@lacre/contracts/limits';
import type { ReactNode } from 'react';
import {
  Controller,
  get,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form';

import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { Field, type FieldProps } from '@/components/ui/fields/field.tsx';
import { Input, PasswordInput } from '@/components/ui/fields/input.tsx';
import { MaskedInput } from '@/components/ui/fields/masked-input.tsx';
import { Select, type SelectOption } from '@/components/ui/fields/select.tsx';
import { afterPress } from '@/lib/browser/after-press.ts';
import type { MaskName } from '@/lib/input/masks.ts';

export interface CommonProps<Values extends FieldValues, Name extends FieldPath<Values>> extends Omit<
  FieldProps,
  'children' | 'error' | 'required'
> {
  form: UseFormReturn<Values>;
  name: Name;
  rules?: Pick<
    RegisterOptions<Values, Name>,
    'required' | 'minLength' | 'maxLength' | 'validate' | 'onChange'
  >;
}

function errorOf<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: FieldPath<Values>,
): string | undefined {
  const error = get(form.formState.errors, name) as { message?: string } | undefined;
  return error?.message;
}

/** The form's hold on a field, which is judged at leaving it, and not before the press that left it is over. */
function registered<Values extends FieldValues, Name extends FieldPath<Values>>(
  form: UseFormReturn<Values>,
  name: Name,
  rules: CommonProps<Values, Name>['rules'],
) {
  const held = form.register(name, rules);
  const onBlur = (event: React.FocusEvent) => afterPress(() => void held.onBlur(event));
  return { ...held, onBlur };
}

/** A text field of a form. */
export function TextField<Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  rules,
  type = 'text',
  inputProps,
  ...field
}: CommonProps<Values, Name> & {
  type?: 'text' | 'email' | 'password';
  inputProps?: React.ComponentProps<'input'>;
}) {
  const Control = type === 'password' ? PasswordInput : Input;
  return (
    <Field error={errorOf(form, name)} required={rules?.required !== undefined} {...field}>
      <Control
        type={type}
        maxLength={MAX_EMAIL_LENGTH}
        {...(type === 'email'
          ? { inputMode: 'email' as const, autoCapitalize: 'none', spellCheck: false }
          : {})}
        {...inputProps}
        {...registered(form, name, rules)}
      />
    </Field>
  );
}

/** A CPF, CNPJ, phone, CEP or plate of a form; the form's value is the bare characters. */
export function MaskedField<Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  rules,
  mask,
  inputProps,
  end,
  whenRefused,
  help,
  ...field
}: CommonProps<Values, Name> & {
  mask: MaskName;
  inputProps?: Omit<React.ComponentProps<'input'>, 'ref'>;
  /** Beside what was typed right. */
  end?: ReactNode;
  /** Where to go on when the server has it already. */
  whenRefused?: ReactNode;
}) {
  return (
    <Controller
      control={form.control}
      name={name}
      {...(rules === undefined ? {} : { rules })}
      render={({ field: control, fieldState }) => (
        <Field
          error={fieldState.error?.message}
          required={rules?.required !== undefined}
          help={fieldState.error?.type === 'server' ? (whenRefused ?? help) : help}
          {...field}
        >
          <div className="relative">
            <MaskedInput
              mask={mask}
              {...inputProps}
              name={control.name}
              value={control.value ?? ''}
              onValueChange={(clean) => control.onChange(clean)}
              onBlur={() => afterPress(control.onBlur)}
              inputRef={control.ref}
            />
            {end !== undefined && fieldState.error === undefined && (
              <span className="absolute inset-y-0 right-3 flex items-center">{end}</span>
            )}
          </div>
        </Field>
      )}
    />
  );
}

/** A choice of a form. */
export function SelectField<Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  rules,
  options,
  placeholder,
  ...field
}: CommonProps<Values, Name> & { options: readonly SelectOption[]; placeholder?: string }) {
  return (
    <Field error={errorOf(form, name)} required={rules?.required !== undefined} {...field}>
      <Select
        options={options}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...registered(form, name, rules)}
      />
    </Field>
  );
}

/** A yes or no of a form. */
export function CheckboxField<Values extends FieldValues>({
  form,
  name,
  label,
  description,
}: {
  form: UseFormReturn<Values>;
  name: FieldPath<Values>;
  label: ReactNode;
  description?: ReactNode;
}) {
  return <Checkbox label={label} description={description} {...form.register(name)} />;
}
