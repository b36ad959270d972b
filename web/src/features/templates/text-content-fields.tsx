import { MAX_LINE_LENGTH, MAX_TEMPLATE_TEXT } from '@lacre/contracts/limits';
import { clauseFaultIn } from '@lacre/contracts/template-clauses';
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
import { PlaceholderChips } from '@/entities/template/placeholder-chips.tsx';
import { formatList, formatNumber } from '@/lib/format/format.ts';

import { sortedPlaceholders } from './filled-by.ts';
import type { TemplateFormValues } from './template-form-values.ts';
import { inBold, inItalics, withTableRow, type Written } from './text-edits.ts';
import { TextPreview } from './text-preview.tsx';

const EditorBar = lazyPart(
  () => import('./editor-bar.tsx'),
  (code) => code.EditorBar,
  <div className="h-9" />,
);

const SHORTCUTS: Readonly<Record<string, (written: Written) => Written>> = {
  b: inBold,
  i: inItalics,
  enter: withTableRow,
};

/** Title and text with placeholders, written or looked at as laid out. */
export function TextContentFields({ form }: { form: UseFormReturn<TemplateFormValues> }) {
  const [view, setView] = useState<'write' | 'preview'>('write');
  const [title, text, roles] = useWatch({ control: form.control, name: ['title', 'text', 'roles'] });
  const area = useRef<HTMLTextAreaElement>(null);
  const { typed, filled, unknown } = sortedPlaceholders(
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

  const fault = clauseFaultIn(text);

  /** Changes the text around what is selected, which stays so, or moves with it. */
  function edit(change: (written: Written) => Written): void {
    const element = area.current;
    // As it is now: the next key may come before this is drawn again.
    const now = form.getValues('text');
    const start = element?.selectionStart ?? now.length;
    const next = change({ text: now, start, end: element?.selectionEnd ?? start });
    form.setValue('text', next.text, { shouldDirty: true });
    element?.setSelectionRange(next.start, next.end);
    if (document.activeElement === element) return;
    // After the menu has given the focus back to its button.
    setTimeout(() => {
      element?.focus();
      element?.setSelectionRange(next.start, next.end);
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
        <div className="flex flex-col gap-2">
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
          {view === 'write' && <EditorBar roles={roles} onChange={edit} />}
        </div>
        {view === 'write' ? (
          <Field
            label="Texto"
            required
            error={form.formState.errors.text?.message}
            help="“# ” faz um título, “- ” um item de lista, **assim** fica em negrito, *assim* em itálico; barras (|) entre células fazem uma tabela. Entre chaves duplas, um campo; entre {{#nome}} e {{/nome}}, uma cláusula que entra ou não a cada uso."
          >
            <Textarea
              {...registered}
              ref={(element: HTMLTextAreaElement | null) => {
                ref(element);
                area.current = element;
              }}
              rows={16}
              onKeyDown={(event) => {
                const change =
                  event.ctrlKey || event.metaKey ? SHORTCUTS[event.key.toLowerCase()] : undefined;
                if (change === undefined) return;
                event.preventDefault();
                edit(change);
              }}
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
        {fault !== undefined && (
          <Callout tone="warning" title="Há uma cláusula sem começo ou sem fim">
            {fault.why === 'not-open'
              ? `{{${fault.mark}}} fecha uma cláusula que não está aberta.`
              : `A cláusula {{${fault.mark}}} não é fechada.`}
          </Callout>
        )}
        {view === 'write' && (
          <>
            <PlaceholderChips title="Preenchidos pelo cadastro" names={filled} />
            <PlaceholderChips title="Preenchidos por quem usar o modelo" names={typed} />
          </>
        )}
      </div>
    </>
  );
}
