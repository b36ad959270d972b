import { useEffect, useRef, useState, type ReactNode } from 'react';

import { cn } from '@/lib/style/cn.ts';

/** How long the pointer rests before the hint shows, and how long the hint waits for the pointer; milliseconds. */
const SHOW_AFTER_MS = 400;
const HIDE_AFTER_MS = 120;
/** Between the hint and what it is about, and the window's edges; CSS pixels. */
const GAP = 8;

interface Place {
  left: number;
  top: number;
}

function keepInWindow(hint: HTMLElement | null): void {
  if (hint === null) return;
  const { left, right } = hint.getBoundingClientRect();
  hint.style.marginLeft = `${Math.max(GAP - left, Math.min(0, document.body.clientWidth - GAP - right))}px`;
}

/**
 * A short hint on hover and focus, which the pointer may enter and Escape dismisses (WCAG 1.4.13). Never the only
 * place where something is said. It stands beside its subject in the document, so that it also shows over dialogs.
 */
export function Tooltip({
  text,
  side = 'top',
  contentClassName,
  className,
  children,
}: {
  text: ReactNode;
  side?: 'top' | 'right';
  contentClassName?: string;
  className?: string;
  children: ReactNode;
}) {
  const subject = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [place, setPlace] = useState<Place>();

  useEffect(() => () => clearTimeout(timer.current), []);

  function after(delayMs: number, act: () => void): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, delayMs);
  }

  const hide = () => setPlace(undefined);
  const show = () => {
    const box = subject.current?.getBoundingClientRect();
    if (box === undefined) return;
    setPlace(
      side === 'right'
        ? { left: box.right + GAP, top: box.top + box.height / 2 }
        : { left: box.left + box.width / 2, top: box.top - GAP },
    );
  };

  return (
    // The hint only repeats or explains: nothing is operated by pointing at it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      ref={subject}
      className={cn('inline-flex', className)}
      onPointerEnter={(event) => event.pointerType === 'mouse' && after(SHOW_AFTER_MS, show)}
      onPointerLeave={() => after(HIDE_AFTER_MS, hide)}
      onFocus={show}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {place !== undefined && (
        <span
          ref={keepInWindow}
          role="tooltip"
          style={place}
          className={cn(
            'fixed z-50 w-max max-w-64 animate-fade-in rounded-lg bg-ink px-2.5 py-1.5 text-xs font-normal whitespace-normal text-page shadow-float',
            side === 'right' ? '-translate-y-1/2' : '-translate-x-1/2 -translate-y-full',
            contentClassName,
          )}
        >
          {text}
        </span>
      )}
    </span>
  );
}
