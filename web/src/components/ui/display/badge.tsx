import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';

import { cn } from '@/lib/style/cn.ts';

const badge = cva(
  'inline-flex min-h-6 max-w-full shrink-0 items-center gap-1.5 rounded-full border px-2.5 text-xs font-medium sm:whitespace-nowrap [&_svg]:size-3.5',
  {
    variants: {
      tone: {
        neutral: 'border-line-strong bg-sunken text-muted',
        primary: 'border-primary-line bg-primary-soft text-primary-ink',
        success: 'border-success-line bg-success-soft text-success',
        warning: 'border-warning-line bg-warning-soft text-warning',
        danger: 'border-danger-line bg-danger-soft text-danger',
        info: 'border-info-line bg-info-soft text-info',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type Tone = NonNullable<VariantProps<typeof badge>['tone']>;

/** A state in a word or two; the words carry the meaning, the colour only helps. */
export function Badge({
  tone,
  icon,
  className,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={cn(badge({ tone }), className)}>
      {icon}
      {children}
    </span>
  );
}
