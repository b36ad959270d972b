import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { cn } from '@/lib/style/cn.ts';

const looks = {
  info: { classes: 'border-info-line bg-info-soft', ink: 'text-info', icon: Info },
  success: { classes: 'border-success-line bg-success-soft', ink: 'text-success', icon: CircleCheck },
  warning: { classes: 'border-warning-line bg-warning-soft', ink: 'text-warning', icon: TriangleAlert },
  danger: { classes: 'border-danger-line bg-danger-soft', ink: 'text-danger', icon: CircleAlert },
} as const;

/**
 * A message that stays on the page.
 * @param live announce it as it appears (errors do)
 */
export function Callout({
  tone = 'info',
  title,
  children,
  action,
  live = tone === 'danger',
  className,
}: {
  tone?: keyof typeof looks;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  live?: boolean;
  className?: string | undefined;
}) {
  const look = looks[tone];
  return (
    <div
      role={live ? 'alert' : undefined}
      className={cn('flex gap-3 rounded-xl border p-4 text-sm', look.classes, className)}
    >
      <look.icon aria-hidden="true" className={cn('mt-px size-5 shrink-0', look.ink)} />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className={cn('font-semibold', look.ink)}>{title}</p>}
        {children !== undefined && <div className="text-ink/85">{children}</div>}
        {action !== undefined && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  );
}
