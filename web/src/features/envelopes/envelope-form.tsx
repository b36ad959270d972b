import { isEmptyText } from '@lacre/contracts/emptiness';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_ENVELOPE_TEMPLATES,
  MAX_LINE_LENGTH,
  MIN_ENVELOPE_TEMPLATES,
} from '@lacre/contracts/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, FileText, X } from 'lucide-react';
import { useRef } from 'react';
import { get, useForm, useWatch } from 'react-hook-form';

import { TextField } from '@/components/form/fields.tsx';
import { FormSection, LongForm } from '@/components/form/form-page.tsx';
import { required } from '@/components/form/rules.ts';
import { useOthersChanges } from '@/components/form/use-others-changes.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { comboboxOf, useTypedSearch } from '@/components/list/typed-search.ts';
import { Button } from '@/components/ui/actions/button.tsx';
import { Combobox } from '@/components/ui/fields/combobox.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Textarea } from '@/components/ui/fields/textarea.tsx';
import { envelopeQueries, type Envelope } from '@/entities/envelope/queries.ts';
import type { Tag } from '@/entities/tag/queries.ts';
import { TagsField } from '@/entities/tag/tags-field.tsx';
import { templateQueries } from '@/entities/template/queries.ts';
import { formatList } from '@/lib/format/format.ts';

const OFFERED = 8;

interface ChosenTemplate {
  templateId: string;
  name: string;
  roles: readonly { label: string }[];
}

interface EnvelopeValues {
  name: string;
  description: string;
  tags: Tag[];
  templates: ChosenTemplate[];
}

/** The envelope as the API takes it. */
export const bodyOf = ({ name, description, tags, templates }: EnvelopeValues) => ({
  name: name.trim(),
  ...(isEmptyText(description) ? {} : { description: description.trim() }),
  tagIds: tags.map(({ tagId }) => tagId),
  templateIds: templates.map(({ templateId }) => templateId),
});

const valuesOf = (envelope?: Envelope): EnvelopeValues => ({
  name: envelope?.name ?? '',
  description: envelope?.description ?? '',
  tags: envelope?.tags ?? [],
  templates: envelope?.templates ?? [],
});

/** An envelope as it is filled in. */
export function EnvelopeForm({
  envelope,
  readOnly = false,
  onSave,
  onCancel,
  onLeave,
}: {
  envelope?: Envelope;
  readOnly?: boolean;
  onSave: (values: EnvelopeValues, idempotencyKey: string) => Promise<void>;
  onCancel: () => void;
  /** Where to once stored; it stays without it. */
  onLeave?: () => void;
}) {
  const queryClient = useQueryClient();
  const form = useForm<EnvelopeValues>({
    defaultValues: valuesOf(envelope),
    mode: 'onTouched',
  });
  const check = useOthersChanges(
    form,
    envelope,
    valuesOf,
    envelopeQueries.detail(envelope?.envelopeId ?? ''),
  );
  const submission = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      await check();
      await onSave(values, idempotencyKey);
      await queryClient.invalidateQueries({ queryKey: envelopeQueries.all });
      form.reset(values);
      onLeave?.();
    },
    fieldOf: {
      SINGLE_ITEM_GROUP: 'templates',
      DIFFERENT_GROUP_TYPE: 'templates',
      TEMPLATE_NOT_FOUND: 'templates',
    },
    rename: (field) => (field.startsWith('templateIds') ? 'templates' : undefined),
  });
  const [tags, templates] = useWatch({ control: form.control, name: ['tags', 'templates'] });
  form.register('templates', {
    validate: (all) => all.length >= MIN_ENVELOPE_TEMPLATES || 'Inclua ao menos dois modelos',
  });
  const error = (get(form.formState.errors, 'templates') as { message?: string } | undefined)?.message;
  return (
    <LongForm
      form={form}
      submission={submission}
      readOnly={readOnly}
      saveLabel={envelope === undefined ? 'Criar envelope' : 'Salvar alterações'}
      onCancel={onCancel}
    >
      <FormSection
        title="Envelope"
        text="Como ele é encontrado, e as etiquetas com que seus processos começam."
      >
        <TextField
          form={form}
          name="name"
          label="Nome do envelope"
          className="sm:col-span-6"
          rules={required('o nome do envelope')}
          inputProps={{ maxLength: MAX_LINE_LENGTH, autoComplete: 'off', placeholder: 'Ex.: Admissão' }}
        />
        <Field label="Descrição" optional className="sm:col-span-6">
          <Textarea maxLength={MAX_DESCRIPTION_LENGTH} {...form.register('description')} />
        </Field>
        <TagsField
          tags={tags}
          readOnly={readOnly}
          onChange={(next) => form.setValue('tags', next, { shouldDirty: true })}
        />
      </FormSection>
      <FormSection title="Modelos" text="Ao menos dois, na ordem em que os documentos são lidos.">
        <div className="sm:col-span-6">
          <TemplatesField
            templates={templates}
            error={error}
            readOnly={readOnly}
            onChange={(next) => {
              form.setValue('templates', next, { shouldDirty: true });
              if (next.length >= MIN_ENVELOPE_TEMPLATES) form.clearErrors('templates');
            }}
          />
        </div>
      </FormSection>
    </LongForm>
  );
}

function TemplatesField({
  templates,
  error,
  readOnly,
  onChange,
}: {
  templates: readonly ChosenTemplate[];
  error: string | undefined;
  readOnly: boolean;
  onChange: (templates: ChosenTemplate[]) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const typed = useTypedSearch();
  const query = useQuery(templateQueries.list(typed.filter, OFFERED));

  function move(index: number, step: 1 | -1): void {
    const moved = [...templates];
    const [template] = moved.splice(index, 1);
    if (template !== undefined) moved.splice(index + step, 0, template);
    onChange(moved);
  }

  function remove(index: number): void {
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]');
    const next = buttons?.[index + 1] ?? buttons?.[index - 1];
    onChange(templates.filter((_, at) => at !== index));
    next?.focus();
  }

  return (
    <div className="flex flex-col gap-3">
      {templates.length > 0 && (
        <ol
          ref={list}
          aria-label="Modelos do envelope"
          className="divide-y divide-line rounded-xl border border-line"
        >
          {templates.map(({ templateId, name, roles }, index) => (
            <li key={templateId} className="flex items-center gap-2 p-3">
              <FileText aria-hidden="true" className="size-5 shrink-0 text-primary-ink" />
              <div className="min-w-0 flex-1 text-sm">
                <p className="font-medium wrap-anywhere">{name}</p>
                <p className="text-[0.8125rem] wrap-anywhere text-muted">
                  {formatList(roles.map(({ label }) => label))}
                </p>
              </div>
              {!readOnly && index > 0 && (
                <Button
                  variant="ghost"
                  size="iconSm"
                  aria-label={`Subir ${name}`}
                  icon={<ArrowUp />}
                  onClick={() => move(index, -1)}
                />
              )}
              {!readOnly && index < templates.length - 1 && (
                <Button
                  variant="ghost"
                  size="iconSm"
                  aria-label={`Descer ${name}`}
                  icon={<ArrowDown />}
                  onClick={() => move(index, 1)}
                />
              )}
              {!readOnly && (
                <Button
                  variant="ghost"
                  size="iconSm"
                  aria-label={`Remover ${name}`}
                  data-remove=""
                  icon={<X />}
                  onClick={() => remove(index)}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {!readOnly && templates.length < MAX_ENVELOPE_TEMPLATES && (
        <Combobox
          label="Incluir modelo"
          placeholder="Buscar modelo por nome ou descrição"
          {...comboboxOf(typed, 'Nenhum modelo encontrado.', query)}
          error={error}
          options={(query.data?.items ?? []).map((template) => ({
            id: template.templateId,
            label: template.name,
            detail: formatList(template.roles.map(({ label }) => label)),
            disabledReason: templates.some(({ templateId }) => templateId === template.templateId)
              ? 'Já está no envelope'
              : undefined,
          }))}
          onChoose={(id) => {
            const template = query.data?.items.find(({ templateId }) => templateId === id);
            if (template === undefined) return;
            const { templateId, name, roles } = template;
            onChange([...templates, { templateId, name, roles }]);
            typed.setText('');
          }}
        />
      )}
    </div>
  );
}
