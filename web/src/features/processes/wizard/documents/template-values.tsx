import { AT_REQUEST_OF } from '@lacre/contracts/at-request';
import { MAX_VALUE } from '@lacre/contracts/limits';
import { valueFormatOf, type ValueFormatName } from '@lacre/contracts/value-formats';
import { useState } from 'react';

import { Field } from '@/components/ui/fields/field.tsx';
import { MaskedInput } from '@/components/ui/fields/masked-input.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import { Textarea } from '@/components/ui/fields/textarea.tsx';
import { COMPANY_WORDS, PERSON_WORDS } from '@/entities/template/placeholder-words.ts';
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
    <Field
      label={fieldLabel(field.name)}
      required={needed}
      help={needed ? undefined : 'Em branco, só se a cláusula dele não entrar.'}
      error={left ? valueFault(field) : undefined}
    >
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

const capitalised = (name: string): string => {
  const words = name.replaceAll(/[_.-]+/g, ' ');
  return words.charAt(0).toLocaleUpperCase('pt-BR') + words.slice(1);
};

/** `valor_do_aluguel` reads "Valor do aluguel", `veiculo:placa` "Veiculo", `locador.rg` "RG (Locador)". */
function fieldLabel(name: string): string {
  const [plain = ''] = name.split(':');
  const dot = plain.lastIndexOf('.');
  const [key, what] = [plain.slice(0, Math.max(0, dot)), plain.slice(dot + 1)];
  const known: Readonly<Record<string, string>> = key === 'empresa' ? COMPANY_WORDS : PERSON_WORDS;
  const word = key === '' ? undefined : known[what];
  if (word === undefined) return capitalised(plain);
  const asking = `.${AT_REQUEST_OF}`;
  return key.endsWith(asking)
    ? `${word} (${capitalised(key.slice(0, -asking.length))}: quem não pode assinar)`
    : `${word} (${capitalised(key)})`;
}
