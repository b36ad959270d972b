import { Check, Minus } from 'lucide-react';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';

import { cn } from '@/lib/style/cn.ts';

/** A checkbox with its label; the whole line is the target. */
export function Checkbox({
  label,
  description,
  className,
  ...rest
}: ComponentProps<typeof CheckMark> & { label: ReactNode; description?: ReactNode }) {
  return (
    <label
      className={cn(
        'flex items-start gap-3 py-1 has-disabled:cursor-not-allowed has-disabled:opacity-60',
        className,
      )}
    >
      <CheckMark {...rest} />
      <span className="min-w-0">
        <span className="block text-sm">{label}</span>
        {description !== undefined && (
          <span className="mt-0.5 block text-[0.8125rem] text-subtle">{description}</span>
        )}
      </span>
    </label>
  );
}

/**
 * The box alone, for tables and lists; give it an `aria-label`.
 * @param indeterminate neither on nor off: it stands for several, and some of them are on
 */
export function CheckMark({
  className,
  indeterminate = false,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'ref'> & { indeterminate?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  // There is no attribute for it.
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <span className={cn('relative mt-px inline-flex size-5 shrink-0', className)}>
      <input
        ref={input}
        type="checkbox"
        className="peer size-5 appearance-none rounded-md border border-control bg-surface transition-colors checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary hover:border-muted disabled:cursor-not-allowed disabled:opacity-40"
        {...rest}
      />
      <Minus
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none absolute inset-0 m-auto size-3.5 text-white opacity-0 peer-indeterminate:opacity-100"
      />
      <Check
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none absolute inset-0 m-auto size-3.5 text-white opacity-0 peer-checked:opacity-100"
      />
    </span>
  );
}
