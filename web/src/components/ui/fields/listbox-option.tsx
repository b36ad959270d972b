import { useEffect, useRef, type ReactNode } from 'react';

import { cn } from '@/lib/style/cn.ts';

/** An option of a list whose focus stays in the field above it, after the WAI-ARIA combobox pattern. */
export function ListboxOption({
  id,
  active,
  selected = false,
  refused = false,
  onHover,
  onTake,
  className,
  activeClassName = 'bg-hover',
  children,
}: {
  id: string;
  /** Marked: Enter takes it. */
  active: boolean;
  selected?: boolean;
  /** Shown, and not to be chosen. */
  refused?: boolean;
  onHover: () => void;
  onTake: () => void;
  className?: string;
  activeClassName?: string;
  children: ReactNode;
}) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={element}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be filtered by typing
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-disabled={refused || undefined}
      data-marked={active || undefined}
      onPointerMove={onHover}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTake}
      onKeyDown={undefined}
      className={cn(
        'flex min-h-11 items-center rounded-lg py-2 text-sm',
        active && activeClassName,
        refused ? 'cursor-not-allowed' : 'cursor-pointer',
        className,
      )}
    >
      {children}
    </div>
  );
}
