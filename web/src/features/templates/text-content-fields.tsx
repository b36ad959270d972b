import { MAX_LINE_LENGTH, MAX_TEMPLATE_TEXT } from '@lacre/contracts/limits';
import { placeholdersIn } from '@lacre/contracts/template-text';
import { useRef, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';

import { TextField } from '@/components/form/fields.tsx';
import { required } from '@/components/form/rules.ts';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Textarea } from '@/components/ui/fields/textarea.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { FilterTabs } from '@/components/ui/tables/filter-tabs.tsx';
import { formatNumber } from '@/lib/format/format.ts';
import { formatList } from '@/lib/format/format.ts';

import { sortedPlaceholders, type TemplateFormValues } from './template-form-values.ts';
import { TextPreview } from './text-preview.tsx';

const InsertMenu = lazyPart(
  () => import('./insert-menu.tsx'),
  (code) => code.InsertMenu,
);

/** Title and text with placeholders, written or looked at as laid out. */
export function TextContentFields({ form }: { form: UseFormReturn<TemplateFormValues> }) {
  const [view, setView] = useState<'write' | 'preview'>('write');
  const [title, text, roles] = useWatch({ control: form.control, name: ['title', 'text', 'roles'] });
  const area = useRef<HTMLTextAreaElement>(null);
  const { typed, unknown } = sortedPlaceholders(
    placeholdersIn(`${title}\n${text}`),
    roles.map(({ key }) => key),
  );
  const { ref, ...registered } = form.register('text', {
    ...required('o texto'),
    maxLength: {
      value: MAX_TEMPLATE_TEXT,
      message: `No máximo ${formatNumber(MAX_TEMPLATE_TEXT)} caracteres`,
    },
  });

  /** Puts a placeholder where the caret is, and the caret after it. */
  function insert(name: string): void {
    const element = area.current;
    const at = element?.selectionStart ?? text.length;
    const end = element?.selectionEnd ?? at;
    const piece = `{{${name}}}`;
    form.setValue('text', text.slice(0, at) + piece + text.slice(end), { shouldDirty: true });
    // After the menu has given the focus back to its button.
    setTimeout(() => {
      element?.focus();
      element?.setSelectionRange(at + piece.length, at + piece.length);
    });
  }

  return (
    <>
      <TextField
        form={form}
        name="title"
        label="Título do documento"
        className="sm:col-span-6"
        rules={required('o título do documento')}
        inputProps={{
          maxLength: MAX_LINE_LENGTH,
          autoComplete: 'off',
          placeholder: 'Ex.: Contrato de prestação de serviços',
        }}
      />
      <div className="flex min-w-0 flex-col gap-3 sm:col-span-6">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <FilterTabs
            label="Ver o texto"
            name="template-view"
            options={[
              { value: 'write', label: 'Escrever' },
              { value: 'preview', label: 'Prévia' },
            ]}
            value={view}
            onValueChange={setView}
          />
          {view === 'write' && <InsertMenu roles={roles} onInsert={insert} />}
        </div>
        {view === 'write' ? (
          <Field
            label="Texto"
            required
            error={form.formState.errors.text?.message}
            help="“# ” faz um título, “- ” um item de lista, **assim** fica em negrito. Entre chaves duplas, um campo."
          >
            <Textarea
              {...registered}
              ref={(element: HTMLTextAreaElement | null) => {
                ref(element);
                area.current = element;
              }}
              rows={16}
              className="min-h-80 font-mono text-[0.8125rem]! leading-relaxed"
            />
          </Field>
        ) : (
          <TextPreview title={title} text={text} unknown={unknown} />
        )}
        {unknown.length > 0 && (
          <Callout tone="warning" title="Há campos que nada preenche">
            {formatList(unknown)}. Confira a grafia, ou inclua o participante de quem falam.
          </Callout>
        )}
        {typed.length > 0 && (
          <p className="text-[0.8125rem] text-muted">
            Preenchidos por quem usar o modelo: {formatList(typed)}.
          </p>
        )}
      </div>
    </>
  );
}
