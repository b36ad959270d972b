import { MAX_LINE_LENGTH, MAX_TEMPLATE_TEXT } from '@lacre/contracts/limits';
import { peopleKeysOf } from '@lacre/contracts/placeholder';
import { placeholdersIn } from '@lacre/contracts/template-text';
import { useRef, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';

import { TextField } from '@/components/form/fields.tsx';
import { required } from '@/components/form/rules.ts';
import { Field } from '@/components/ui/fields/field.tsx';
import { Textarea } from '@/components/ui/fields/textarea.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { FilterTabs } from '@/components/ui/tables/filter-tabs.tsx';
import { PlaceholderChips } from '@/entities/template/placeholder-chips.tsx';
import { formatNumber } from '@/lib/format/format.ts';
import { useDebounced } from '@/lib/hooks/use-debounced.ts';
import { useHasRoom } from '@/lib/hooks/use-is-wide.ts';
import { cn } from '@/lib/style/cn.ts';

import { sortedPlaceholders } from './filled-by.ts';
import { STILL_MS } from './stillness.ts';
import type { TemplateFormValues } from './template-form-values.ts';
import { inBold, inItalics, withTableRow, type Written } from './text-edits.ts';

const EditorBar = lazyPart(
  () => import('./editor-bar.tsx'),
  (code) => code.EditorBar,
  <div className="h-9" />,
);

export const TextPreview = lazyPart(
  () => import('./text-preview.tsx'),
  (code) => code.TextPreview,
  <div className="min-h-80 rounded-xl border border-line bg-sunken" />,
);

const TextFaults = lazyPart(
  () => import('./text-faults.tsx'),
  (code) => code.TextFaults,
);

const SHORTCUTS: Readonly<Record<string, (written: Written) => Written>> = {
  b: inBold,
  i: inItalics,
  enter: withTableRow,
};

/**
 * Title and text with placeholders, beside the document that they make, or one after the other where there is no room.
 * @param readOnly without the document: in a form that cannot be used its viewer could not be either
 */
export function TextContentFields({
  form,
  readOnly,
}: {
  form: UseFormReturn<TemplateFormValues>;
  readOnly: boolean;
}) {
  const [view, setView] = useState<'write' | 'preview'>('write');
  // A window that passes through another width takes no preview away.
  const hasRoom = useDebounced(useHasRoom()) && !readOnly;
  const [title, text, roles] = useWatch({ control: form.control, name: ['title', 'text', 'roles'] });
  const area = useRef<HTMLTextAreaElement>(null);
  const { typed, filled } = sortedPlaceholders(placeholdersIn(`${title}\n${text}`), roles);
  // A field is wrong until it is typed to its end.
  const still = useDebounced(text, STILL_MS);
  const { ref, ...registered } = form.register('text', {
    ...required('o texto'),
    maxLength: {
      value: MAX_TEMPLATE_TEXT,
      message: `No máximo ${formatNumber(MAX_TEMPLATE_TEXT)} caracteres`,
    },
  });

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

  const views = (
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
  );
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
      <div className={cn('grid min-w-0 gap-5 sm:col-span-6', hasRoom && 'grid-cols-2')}>
        {(hasRoom || view === 'write') && (
          <div className="flex min-w-0 flex-col gap-3">
            {!hasRoom && !readOnly && views}
            <Field
              label="Texto"
              required
              error={form.formState.errors.text?.message}
              help="“# ” faz um título, “- ” um item de lista, **assim** fica em negrito, *assim* em itálico; barras (|) entre células fazem uma tabela. Entre chaves duplas, um campo; entre {{#nome}} e {{/nome}}, uma cláusula que entra ou não a cada uso. {{1}} e {{1.1}} são números que acompanham as cláusulas; {{1:multa}} dá nome a um, e {{ver:multa}} fala dele."
            >
              {!readOnly && <EditorBar roles={roles} onChange={edit} />}
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
                style={hasRoom ? { minHeight: 'calc(100dvh - 18rem)', maxHeight: 'none' } : undefined}
              />
            </Field>
            <TextFaults
              title={title}
              text={still}
              people={peopleKeysOf(roles)}
              onFind={({ start, end }) => {
                area.current?.focus();
                area.current?.setSelectionRange(start, end);
              }}
            />
            <PlaceholderChips title="Preenchidos pelo cadastro" names={filled} />
            <PlaceholderChips title="Preenchidos por quem usar o modelo" names={typed} />
          </div>
        )}
        {!readOnly && (hasRoom || view === 'preview') && (
          <div className="flex min-w-0 flex-col gap-3">
            {!hasRoom && views}
            <TextPreview title={title} text={text} beside={hasRoom} />
          </div>
        )}
      </div>
    </>
  );
}
