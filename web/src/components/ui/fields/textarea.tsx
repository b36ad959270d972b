import type { ComponentProps } from 'react';

import { cn } from '@/lib/style/cn.ts';

import { useFieldControl } from './field.tsx';

/** A text area that grows with what is typed, where the browser can. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldControl()}
      rows={3}
      className={cn(
        'field-sizing-content max-h-60 min-h-20 w-full control px-3.5 py-2.5 text-base md:text-sm',
        className,
      )}
      {...rest}
    />
  );
}
