import { Check, CircleAlert, Plus, Search } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

import { cn } from '@/lib/cn.ts';

import { inputClasses } from './input.tsx';
import { Spinner } from './spinner.tsx';

/** The list at its tallest, and what a phone's bar covers at the foot; CSS pixels. */
const LIST_HEIGHT = 288;
const RESERVED_BELOW = 72;

export interface ComboboxOption {
  id: string;
  label: string;
  /** A second line: a CPF, a CNPJ. */
  detail?: ReactNode;
  /** Why it cannot be chosen. */
  disabledReason?: string | undefined;
  selected?: boolean;
}

/**
 * Finds something by typing, after the WAI-ARIA combobox pattern: the focus stays in the field, arrows move among
 * the options, Enter takes one, Escape closes. Until the options are those of the text typed none is marked, and an
 * Enter waits for them: nobody chooses from a list they have not seen.
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
  const [open, setOpen] = useState(false);
  const [marked, setActive] = useState(0);
  const [above, setAbove] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const entries = options.length + (onCreate === undefined ? 0 : 1);
  const active = settled ? Math.min(marked, Math.max(0, entries - 1)) : -1;
  const [awaited, setAwaited] = useState(false);

  useEffect(() => {
    if (!open) return undefined;
    const close = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [open]);

  const takeAwaited = useEffectEvent(() => {
    setAwaited(false);
    // What was not found is not made without being asked.
    if (options.length > 0) take(0);
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the options come from outside, when they come
    if (settled && awaited) takeAwaited();
  }, [settled, awaited]);

  /** Opens towards the side with room for the list. */
  function show(): void {
    const place = box.current?.getBoundingClientRect();
    if (!open && place !== undefined) {
      const below = window.innerHeight - place.bottom - RESERVED_BELOW;
      setAbove(below < LIST_HEIGHT && place.top > below);
    }
    setOpen(true);
  }

  function take(index: number): void {
    const option = options[index];
    if (option === undefined) {
      if (onCreate !== undefined && index === options.length) {
        setOpen(false);
        onCreate();
      }
      return;
    }
    if (option.disabledReason !== undefined) return;
    setOpen(false);
    onChoose(option.id);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) show();
      else if (settled)
        setActive((active + (event.key === 'ArrowDown' ? 1 : entries - 1)) % Math.max(1, entries));
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      if (settled) take(active);
      else setAwaited(true);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setAwaited(false);
      setOpen(false);
    }
  }

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
          setActive(0);
          setAwaited(false);
          show();
        }}
        onFocus={show}
        onClick={show}
        onBlur={(event) => {
          if (box.current?.contains(event.relatedTarget)) return;
          setAwaited(false);
          setOpen(false);
        }}
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
              <Entry
                key={option.id}
                id={`${listId}-${index}`}
                active={index === active}
                option={option}
                onHover={() => setActive(index)}
                onTake={() => take(index)}
              />
            ))}
            {onCreate !== undefined && (
              <div
                id={`${listId}-${options.length}`}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list above
                role="option"
                tabIndex={-1}
                aria-selected={false}
                onPointerMove={() => setActive(options.length)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => take(options.length)}
                onKeyDown={undefined}
                className={cn(
                  'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-2 text-sm font-medium text-primary-ink',
                  active === options.length && 'bg-primary-soft',
                )}
              >
                <Plus aria-hidden="true" className="size-4" />
                {createLabel}
              </div>
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

function Entry({
  id,
  option,
  active,
  onHover,
  onTake,
}: {
  id: string;
  option: ComboboxOption;
  active: boolean;
  onHover: () => void;
  onTake: () => void;
}) {
  const refused = option.disabledReason !== undefined;
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    <div
      ref={element}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list above
      role="option"
      tabIndex={-1}
      aria-selected={option.selected ?? false}
      aria-disabled={refused || undefined}
      onPointerMove={onHover}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTake}
      onKeyDown={undefined}
      className={cn(
        'flex min-h-11 items-center gap-2.5 rounded-lg px-2.5 py-2 text-sm',
        active && 'bg-hover',
        refused ? 'cursor-not-allowed' : 'cursor-pointer',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className={cn('block font-medium wrap-anywhere', refused && 'text-muted')}>{option.label}</span>
        <span className="block text-xs wrap-anywhere text-subtle tabular">
          {option.disabledReason ?? option.detail}
        </span>
      </span>
      {option.selected && <Check aria-hidden="true" className="size-4 text-primary-ink" />}
    </div>
  );
}
