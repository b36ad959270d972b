import { Check, CircleAlert, Plus, Search } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { cn } from '@/lib/style/cn.ts';

import { inputClasses } from './input.tsx';
import { ListboxOption } from './listbox-option.tsx';
import { useCombobox } from './use-combobox.ts';

export interface ComboboxOption {
  id: string;
  label: string;
  /** A second line: a CPF, a CNPJ. */
  detail?: ReactNode;
  /** Why it cannot be chosen. */
  disabledReason?: string | undefined;
  selected?: boolean;
}

const ENTRY = 'gap-2.5 px-2.5';

/**
 * Finds something by typing, after the WAI-ARIA combobox pattern: the focus stays in the field, arrows move among
 * the options, Enter takes one, Escape closes. Until the options are those of the text typed none is marked, and an
 * Enter waits for them: no choice is made from an unseen list.
 */
export function Combobox({
  label,
  placeholder,
  text,
  onTextChange,
  options,
  busy = false,
  settled,
  emptyText,
  error,
  onChoose,
  createLabel,
  onCreate,
}: {
  label: string;
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  options: readonly ComboboxOption[];
  busy?: boolean;
  /** The options are those of the text as typed, not of what it was before. */
  settled: boolean;
  emptyText: string;
  error?: string | undefined;
  onChoose: (id: string) => void;
  /** Last entry: make what was not found. */
  createLabel?: string;
  onCreate?: () => void;
}) {
  const listId = useId();
  const entries = options.length + (onCreate === undefined ? 0 : 1);
  const { box, open, above, active, mark, take, show, onKeyDown, restart, leaveFor } = useCombobox({
    options: options.length,
    entries,
    settled,
    onTake: (index, close) => {
      const option = options[index];
      if (option === undefined ? index !== options.length : option.disabledReason !== undefined) return;
      close();
      if (option === undefined) onCreate?.();
      else onChoose(option.id);
    },
  });

  return (
    <div ref={box} className="relative">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-3.5 left-3.5 z-10 size-4 text-subtle md:top-3"
      />
      <input
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${listId}-error`}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        className={cn(inputClasses, 'pr-10 pl-10')}
        onChange={(event) => {
          onTextChange(event.target.value);
          restart();
        }}
        onFocus={show}
        onClick={show}
        onBlur={(event) => leaveFor(event.relatedTarget)}
        onKeyDown={onKeyDown}
      />
      {busy && <Spinner className="absolute top-3.5 right-3.5 text-subtle md:top-3" />}
      {open && (
        <div
          className={cn(
            'absolute inset-x-0 z-30 max-h-72 animate-fade-in overflow-y-auto rounded-xl border border-line bg-surface p-1.5 shadow-float',
            above ? 'bottom-full mb-1.5' : 'top-full mt-1.5',
          )}
        >
          {options.length === 0 && (
            <p className="px-2.5 py-2 text-sm text-muted">{settled ? emptyText : 'Buscando…'}</p>
          )}
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be filtered by typing */}
          <div id={listId} role="listbox" aria-label={label} tabIndex={-1}>
            {options.map((option, index) => (
              <ListboxOption
                key={option.id}
                className={ENTRY}
                id={`${listId}-${index}`}
                active={index === active}
                selected={option.selected ?? false}
                refused={option.disabledReason !== undefined}
                onHover={() => mark(index)}
                onTake={() => take(index)}
              >
                <span className="min-w-0 flex-1">
                  <span
                    className={cn(
                      'block font-medium wrap-anywhere',
                      option.disabledReason !== undefined && 'text-muted',
                    )}
                  >
                    {option.label}
                  </span>
                  <span className="block text-xs wrap-anywhere text-subtle tabular">
                    {option.disabledReason ?? option.detail}
                  </span>
                </span>
                {option.selected && <Check aria-hidden="true" className="size-4 text-primary-ink" />}
              </ListboxOption>
            ))}
            {onCreate !== undefined && (
              <ListboxOption
                id={`${listId}-${options.length}`}
                active={active === options.length}
                onHover={() => mark(options.length)}
                onTake={() => take(options.length)}
                className={`${ENTRY} font-medium text-primary-ink`}
                activeClassName="bg-primary-soft"
              >
                <Plus aria-hidden="true" className="size-4" />
                {createLabel}
              </ListboxOption>
            )}
          </div>
        </div>
      )}
      <output className="sr-only">{open && settled && options.length === 0 ? emptyText : ''}</output>
      {error !== undefined && (
        <p id={`${listId}-error`} role="alert" className="mt-1.5 flex gap-1.5 text-[0.8125rem] text-danger">
          <CircleAlert aria-hidden="true" className="mt-[3px] size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
