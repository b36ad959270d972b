import { Controller, type FieldPath, type FieldValues } from 'react-hook-form';

import { DateInput } from '@/components/ui/fields/date-input.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { afterPress } from '@/lib/browser/after-press.ts';

import type { CommonProps } from './fields.tsx';

/** A day of a form; the form's value is the day as `2026-11-23`, or the digits typed so far. */
export function DateField<Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  rules,
  min,
  max,
  ...field
}: CommonProps<Values, Name> & { min?: string; max?: string }) {
  return (
    <Controller
      control={form.control}
      name={name}
      {...(rules === undefined ? {} : { rules })}
      render={({ field: control, fieldState }) => (
        <Field error={fieldState.error?.message} required={rules?.required !== undefined} {...field}>
          <DateInput
            name={control.name}
            min={min}
            max={max}
            value={control.value ?? ''}
            onValueChange={control.onChange}
            onBlur={() => afterPress(control.onBlur)}
            inputRef={control.ref}
          />
        </Field>
      )}
    />
  );
}
