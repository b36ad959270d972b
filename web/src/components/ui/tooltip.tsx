import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { cn } from '@/lib/cn.ts';

/** A short hint on hover and focus. Never the only place where something is said. */
export function Tooltip({
  text,
  side = 'top',
  contentClassName,
  children,
}: {
  text: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  contentClassName?: string;
  children: ReactNode;
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-50 max-w-64 animate-fade-in rounded-lg bg-ink px-2.5 py-1.5 text-xs text-page shadow-float',
            contentClassName,
          )}
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Wraps the application once: tooltips near one another open without a second wait. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={400}>{children}</Radix.Provider>;
}
