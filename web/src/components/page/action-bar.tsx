import type { ReactNode } from 'react';

import { cn } from '@/lib/style/cn.ts';

/** What a long form ends in, always within reach: above the menu of a phone, and in the flow of a low screen. */
export function ActionBar({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={cn(
        'sticky bottom-16 isolate z-10 flex gap-2 py-4 before:absolute before:-inset-x-[100vw] before:inset-y-0 before:-z-10 before:border-t before:border-line before:bg-page/90 before:backdrop-blur-md md:bottom-0 short:relative short:bottom-0',
        className,
      )}
    >
      {children}
    </div>
  );
}
