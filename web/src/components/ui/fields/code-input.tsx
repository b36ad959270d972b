import { ONE_TIME_CODE_LENGTH as LENGTH } from '@lacre/contracts/limits';
import { useEffect, useId, useRef } from 'react';

import { cn } from '@/lib/style/cn.ts';

import { useFieldControl } from './field.tsx';

/**
 * A one-time code. One real field behind drawn boxes, so that paste, the phone's own code suggestion, and screen
 * readers all see what they expect.
 */
export function CodeInput({
  value,
  onValueChange,
  onComplete,
  disabled = false,
  focusOnMount = false,
  inputMode = 'numeric',
  className,
}: {
  value: string;
  onValueChange: (digits: string) => void;
  /** Called once the last digit is in. */
  onComplete?: (digits: string) => void;
  disabled?: boolean;
  /** For pages that are about the code alone. */
  focusOnMount?: boolean;
  /** `none` where the page has keys of its own. */
  inputMode?: 'numeric' | 'none';
  className?: string;
}) {
  const fallbackId = useId();
  const control = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  // And again once it may be typed in: a field that could not for a moment has lost the focus.
  useEffect(() => {
    if (focusOnMount && !disabled) input.current?.focus();
  }, [focusOnMount, disabled]);
  return (
    <div className={cn('group relative w-full max-w-xs', className)}>
      <input
        id={fallbackId}
        {...control}
        ref={input}
        inputMode={inputMode}
        autoComplete="one-time-code"
        pattern="[0-9]*"
        maxLength={LENGTH + 4 /* room for a paste with spaces */}
        disabled={disabled}
        value={value}
        onChange={(event) => {
          const digits = event.target.value.replace(/\D/g, '').slice(0, LENGTH);
          onValueChange(digits);
          if (digits.length === LENGTH && digits !== value) onComplete?.(digits);
        }}
        className="absolute inset-0 z-10 size-full cursor-text rounded-xl bg-transparent text-transparent caret-transparent forced-color-adjust-none outline-none selection:bg-transparent"
      />
      <div aria-hidden="true" className="grid auto-cols-fr grid-flow-col gap-2">
        {Array.from({ length: LENGTH }, (_, index) => (
          <span
            key={index}
            className={cn(
              'flex h-13 items-center justify-center rounded-xl border text-xl font-semibold tabular transition-shadow',
              index === Math.min(value.length, LENGTH - 1) &&
                'outline-transparent group-focus-within:border-(--ring)! group-focus-within:shadow-[0_0_0_3px_color-mix(in_srgb,var(--ring)_var(--ring-halo),transparent)] group-focus-within:outline-2',
              control['aria-invalid'] ? 'border-danger' : 'border-control',
              disabled ? 'bg-sunken text-muted' : 'bg-surface',
            )}
          >
            {value[index] ?? ''}
          </span>
        ))}
      </div>
    </div>
  );
}
