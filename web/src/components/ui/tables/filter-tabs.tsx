import { useState } from 'react';

import { afterPaint } from '@/lib/browser/after-paint.ts';
import { cn } from '@/lib/style/cn.ts';

/**
 * A few exclusive filters in a row; arrow keys move between them, as among radio buttons. The one pressed shows as
 * chosen at once, and what it narrows follows.
 */
export function FilterTabs<Value extends string>({
  label,
  name,
  options,
  value,
  onValueChange,
  className,
}: {
  label: string;
  name: string;
  options: readonly { value: Value; label: string; count?: number | undefined }[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
}) {
  const [pressed, setPressed] = useState<{ at: Value; to: Value }>();
  // The choice has taken effect, or something else was chosen elsewhere.
  if (pressed !== undefined && pressed.at !== value) setPressed(undefined);
  const shown = pressed?.at === value ? pressed.to : value;
  return (
    <fieldset
      className={cn(
        'relative inline-flex max-w-full min-w-0 overflow-x-auto rounded-[10px] border border-line bg-sunken p-1 max-sm:flex-wrap',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex h-9 flex-1 items-center justify-center gap-1.5 rounded-[7px] px-3.5 text-sm font-medium whitespace-nowrap text-muted ring-around transition-colors hover:text-ink has-checked:bg-chosen has-checked:text-ink has-checked:shadow-card md:h-8"
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            checked={option.value === shown}
            onChange={() => {
              setPressed({ at: value, to: option.value });
              afterPaint(() => onValueChange(option.value));
            }}
          />
          {option.label}
          {option.count !== undefined && <span className="text-xs text-subtle tabular">{option.count}</span>}
        </label>
      ))}
    </fieldset>
  );
}
