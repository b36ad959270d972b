import { AT_REQUEST_OF } from '@lacre/contracts/at-request';
import { MAX_VALUE } from '@lacre/contracts/limits';
import { VALUE_FORMATS, valueFormatOf, type ValueFormatName } from '@lacre/contracts/value-formats';
import { useState } from 'react';

import { Field } from '@/components/ui/fields/field.tsx';
import { MaskedInput } from '@/components/ui/fields/masked-input.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import { Textarea } from '@/components/ui/fields/textarea.tsx';
import { COMPANY_WORDS, fieldWords, PERSON_WORDS } from '@/entities/template/placeholder-words.ts';
import { isNeeded, valueFault, type DraftTemplate } from '@/features/processes/wizard/draft/draft.ts';
import type { MaskName } from '@/lib/input/masks.ts';

type Value = DraftTemplate['values'][number];

/** What a template asks to be typed. */
export function TemplateValues({
  name,
  values,
  onValues,
}: {
  name: string;
  values: DraftTemplate['values'];
  onValues: (values: DraftTemplate['values']) => void;
}) {
  return (
    <fieldset className="grid w-full gap-3 border-t border-line pt-3 sm:grid-cols-2">
      <legend className="sr-only">Campos de {name}</legend>
      {values.some((field) => !isNeeded(field.name, values)) && (
        <p className="text-[0.8125rem] text-muted sm:col-span-2">
          Pode ficar em branco o que só aparece numa cláusula que não entra.
        </p>
      )}
      {values.map((field, index) => (
        <TemplateValue
          key={field.name}
          field={field}
          needed={isNeeded(field.name, values)}
          onChange={(value) => onValues(values.map((one, at) => (at === index ? { ...one, value } : one)))}
        />
      ))}
    </fieldset>
  );
}

const YES_OR_NO = [
  { value: 'sim', label: 'Sim' },
  { value: 'não', label: 'Não' },
];

const MASK_OF: Readonly<Record<Exclude<ValueFormatName, 'simnao'>, MaskName>> = {
  cpf: 'cpf',
  cnpj: 'cnpj',
  placa: 'plate',
  cep: 'cep',
  telefone: 'phone',
};

/** One value: any text, or one of the format that its placeholder names, which is judged once the field is left. */
export function TemplateValue({
  field,
  needed,
  onChange,
}: {
  field: Value;
  /** Whether the document is not made without it, whatever is said of its clauses. */
  needed: boolean;
  onChange: (value: string) => void;
}) {
  const [left, setLeft] = useState(false);
  const format = valueFormatOf(field.name);
  return (
    <Field label={fieldLabel(field.name)} required={needed} error={left ? valueFault(field) : undefined}>
      {format === 'simnao' ? (
        <Select
          options={YES_OR_NO}
          placeholder="Escolha"
          value={field.value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : format === undefined ? (
        <Textarea
          rows={1}
          className="min-h-11! md:min-h-10!"
          maxLength={MAX_VALUE}
          value={field.value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <MaskedInput
          mask={MASK_OF[format]}
          value={field.value}
          onValueChange={onChange}
          onBlur={() => setLeft(true)}
        />
      )}
    </Field>
  );
}

/**
 * `valor_do_aluguel` reads "Valor do aluguel", `veiculo:placa` "Veiculo (placa de veículo)", `cep:cep` "CEP", and
 * `locador.rg` "RG (Locador)".
 */
function fieldLabel(name: string): string {
  const [plain = ''] = name.split(':');
  const format = valueFormatOf(name);
  if (format !== undefined && format !== 'simnao') return formattedLabel(plain, VALUE_FORMATS[format].label);
  const dot = plain.lastIndexOf('.');
  const [key, what] = [plain.slice(0, Math.max(0, dot)), plain.slice(dot + 1)];
  const known: Readonly<Record<string, string>> = key === 'empresa' ? COMPANY_WORDS : PERSON_WORDS;
  const word = key === '' ? undefined : known[what];
  if (word === undefined) return fieldWords(plain);
  const asking = `.${AT_REQUEST_OF}`;
  return key.endsWith(asking)
    ? `${word} (${fieldWords(key.slice(0, -asking.length))}: quem não pode assinar)`
    : `${word} (${fieldWords(key)})`;
}

/** Two fields may have one name and differ in their formats alone. */
function formattedLabel(name: string, format: string): string {
  const words = fieldWords(name);
  if (words.toLocaleLowerCase('pt-BR') === format.toLocaleLowerCase('pt-BR')) return format;
  const inner = format.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLocaleLowerCase('pt-BR'));
  return `${words} (${inner})`;
}
