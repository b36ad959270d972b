import type { ReactNode } from 'react';

import { cn } from '@/lib/style/cn.ts';

/** What stands where a list would: why it is empty and what to do next. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  level: Heading = 'h2',
  className,
}: {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** `h1` where it is the whole page. */
  level?: 'h1' | 'h2';
  className?: string;
}) {
  return (
    <div className={cn('flex flex-col items-center px-6 py-14 text-center wrap-anywhere', className)}>
      <div className="flex size-14 items-center justify-center rounded-2xl border border-line bg-surface text-primary shadow-card [&_svg]:size-6">
        {icon}
      </div>
      <Heading className="mt-5 text-base font-semibold">{title}</Heading>
      {children !== undefined && (
        <div className="mt-1.5 max-w-md text-sm text-balance text-muted">{children}</div>
      )}
      {action !== undefined && <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
