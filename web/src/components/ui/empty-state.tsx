import type { ReactNode } from 'react';

import { cn } from '@/lib/cn.ts';

/** What stands where a list would: why it is empty and what to do next. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  className,
}: {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div className={cn('flex flex-col items-center px-6 py-14 text-center', className)}>
      <div className="flex size-14 items-center justify-center rounded-2xl border border-line bg-surface text-primary shadow-card [&_svg]:size-6">
        {icon}
      </div>
      <h2 className="mt-5 text-base font-semibold">{title}</h2>
      {children !== undefined && (
        <div className="mt-1.5 max-w-md text-sm text-balance text-muted">{children}</div>
      )}
      {action !== undefined && <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
