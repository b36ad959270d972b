import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

import { cn } from '@/lib/style/cn.ts';

import { useFieldControl } from './field.tsx';
import { inputClasses } from './input.tsx';

export interface SelectOption {
  value: string;
  label: string;
}

/** The platform's own select: the best there is on a phone and for screen readers. */
export function Select({
  options,
  placeholder,
  className,
  ...rest
}: ComponentProps<'select'> & { options: readonly SelectOption[]; placeholder?: string }) {
  return (
    <div className={cn('relative', className)}>
      <select {...useFieldControl()} className={cn(inputClasses, 'appearance-none pr-10')} {...rest}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-subtle"
      />
    </div>
  );
}
