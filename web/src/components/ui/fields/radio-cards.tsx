import type { ReactNode } from 'react';

import { cn } from '@/lib/style/cn.ts';

export interface RadioCard<Value extends string> {
  value: Value;
  label: string;
  description?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
}

/** A choice among a few, each explained on a card of its own. */
export function RadioCards<Value extends string>({
  legend,
  name,
  options,
  value,
  onValueChange,
  className,
}: {
  legend: string;
  name: string;
  options: readonly RadioCard<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
}) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <div className={cn('grid gap-3 sm:grid-cols-2', className)}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex gap-3 rounded-xl border border-line-strong bg-surface p-4 ring-around outline-offset-2 transition-colors hover:bg-hover has-checked:border-primary has-checked:bg-primary-soft has-disabled:cursor-not-allowed has-disabled:opacity-60"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onValueChange(option.value)}
              className="mt-0.5 size-4.5 shrink-0 appearance-none rounded-full border border-control bg-surface outline-none checked:border-[5px] checked:border-primary"
            />
            <span className="min-w-0">
              <span className="flex items-center gap-2 text-sm font-medium [&_svg]:size-4">
                {option.icon}
                {option.label}
              </span>
              {option.description !== undefined && (
                <span className="mt-0.5 block text-[0.8125rem] text-muted">{option.description}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
