import { CalendarDays } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';

import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { isDay } from '@/lib/format/day.ts';

import { useFieldControl } from './field.tsx';
import { MaskedInput, type MaskedInputProps } from './masked-input.tsx';

const Calendar = lazyPart(
  () => import('./calendar.tsx'),
  (code) => code.Calendar,
  <div className="flex h-80 items-center justify-center">
    <Spinner />
  </div>,
);

export interface DateInputProps extends Omit<MaskedInputProps, 'mask' | 'min' | 'max'> {
  /** Of days as `2026-11-23`: what the calendar offers. */
  min?: string | undefined;
  max?: string | undefined;
}

/**
 * A day as Brazilians write it, whatever the browser's language, typed or chosen from a calendar. Hands on the day as
 * `2026-11-23`, or the digits typed so far. The calendar is a native popover, so that it stands above modal dialogs, too,
 * is closed by Escape and by a press outside, and gives the focus back.
 */
export function DateInput({ min, max, value, onValueChange, id, ...rest }: DateInputProps) {
  const field = useFieldControl();
  const inputId = id ?? field.id;
  const popoverId = useId();
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  usePlaceBeside(frame, popover, open);
  return (
    <div ref={frame} className="relative">
      <MaskedInput
        {...(inputId === undefined ? {} : { id: inputId })}
        placeholder="dd/mm/aaaa"
        {...rest}
        mask="date"
        className="pr-11 tabular"
        value={value}
        onValueChange={onValueChange}
      />
      <button
        type="button"
        popoverTarget={popoverId}
        title="Selecionar data"
        aria-label="Selecionar data"
        aria-haspopup="dialog"
        {...(inputId === undefined ? {} : { 'aria-describedby': `${inputId}-label` })}
        className="absolute inset-y-0 right-1 my-auto flex size-9 items-center justify-center rounded-lg text-subtle hover:bg-hover hover:text-ink"
        onPointerEnter={Calendar.prepare}
        onFocus={Calendar.prepare}
      >
        <CalendarDays aria-hidden="true" className="size-4" />
      </button>
      <div
        ref={popover}
        id={popoverId}
        popover="auto"
        // A popover, above modal dialogs and none itself.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="dialog"
        aria-label="Selecionar data"
        className="fixed inset-auto m-0 w-76 max-w-[calc(100vw-1rem)] animate-fade-in rounded-xl border border-line bg-surface p-3 text-ink shadow-float"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && (
          <Calendar
            day={isDay(value) ? value : undefined}
            min={min}
            max={max}
            onChoose={(day) => {
              onValueChange(day);
              popover.current?.hidePopover();
            }}
          />
        )}
      </div>
    </div>
  );
}

/** Below the field where there is room, else above it, and always whole in the window. */
function usePlaceBeside(
  frame: React.RefObject<HTMLElement | null>,
  popover: React.RefObject<HTMLElement | null>,
  open: boolean,
): void {
  useLayoutEffect(() => {
    const [anchor, panel] = [frame.current, popover.current];
    if (!open || anchor === null || panel === null) return undefined;
    const place = (): void => {
      const beside = anchor.getBoundingClientRect();
      const { width, height } = panel.getBoundingClientRect();
      const { clientWidth, clientHeight } = document.documentElement;
      const below = beside.bottom + 6;
      const top = below + height <= clientHeight - 8 ? below : beside.top - 6 - height;
      panel.style.top = `${Math.max(8, Math.min(top, clientHeight - height - 8))}px`;
      panel.style.left = `${Math.max(8, Math.min(beside.left, clientWidth - width - 8))}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(panel);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
    };
  }, [frame, popover, open]);
}
