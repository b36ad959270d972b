import { COLOR_PATTERN, COLOR_RULE } from '@lacre/contracts/limits';
import { RotateCcw } from 'lucide-react';
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';

import { Button } from '@/components/ui/actions/button.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Input } from '@/components/ui/fields/input.tsx';
import { shadesOf } from '@/lib/style/tenant-color.ts';

/** The product's own, of the light theme. */
const OWN_COLOR = '#5e35e6';

export const isColor = (text: string): boolean => COLOR_PATTERN.test(text);

/** A colour, chosen or typed; empty for the product's own. */
export function ColorField<Values extends FieldValues & { primaryColor: string }>({
  form,
}: {
  form: UseFormReturn<Values>;
}) {
  return (
    <Controller
      control={form.control}
      name={'primaryColor' as Path<Values>}
      rules={{ validate: (text: string) => text === '' || isColor(text) || COLOR_RULE }}
      render={({ field, fieldState }) => {
        const value = field.value as string;
        const adjusted = isColor(value) && shadesOf(value).light['primary-fill'] !== value.toLowerCase();
        return (
          <div className="flex flex-col gap-2">
            <Field
              label="Cor principal"
              optional
              error={fieldState.error?.message}
              help={
                adjusted
                  ? 'Ajustamos o tom onde ele leva texto, para que todos consigam ler.'
                  : 'De botões, links e destaques. O tom se adapta ao tema claro e ao escuro.'
              }
            >
              <div className="flex flex-wrap items-center gap-2">
                <input
                  type="color"
                  aria-label="Escolher a cor"
                  value={isColor(value) ? value.toLowerCase() : OWN_COLOR}
                  onChange={(event) => field.onChange(event.target.value)}
                  className="h-11 w-14 shrink-0 control cursor-pointer p-1 md:h-10"
                />
                <Input
                  ref={field.ref}
                  name={field.name}
                  value={value}
                  onChange={(event) => field.onChange(event.target.value.trim().toLowerCase())}
                  onBlur={field.onBlur}
                  placeholder={OWN_COLOR}
                  maxLength={7}
                  autoComplete="off"
                  spellCheck={false}
                  className="w-32! tabular"
                />
                {value !== '' && (
                  <Button variant="ghost" size="sm" icon={<RotateCcw />} onClick={() => field.onChange('')}>
                    Usar a do Lacre
                  </Button>
                )}
              </div>
            </Field>
          </div>
        );
      }}
    />
  );
}
