import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

import { cn } from '@/lib/cn.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  className?: string;
  /** While true, neither Escape nor a press outside closes it. */
  locked?: boolean;
}

/**
 * A modal dialog; on phones it rises from the bottom edge. The backdrop is our own element, not Radix's Overlay,
 * because that one locks scrolling with a style element that the content security policy refuses.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  className,
  locked,
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => (locked && !next ? undefined : onOpenChange(next))}>
      <Radix.Portal>
        <div
          data-dialog-open=""
          className="fixed inset-0 z-50 flex animate-fade-in items-end justify-center overflow-y-auto overscroll-contain bg-scrim sm:items-center sm:p-4"
        >
          <Radix.Content
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
            className={cn(
              'relative flex max-h-[92dvh] w-full animate-sheet-up flex-col rounded-t-2xl border border-line bg-surface shadow-float outline-none sm:max-h-[86dvh] sm:max-w-lg sm:animate-rise sm:rounded-2xl',
              className,
            )}
          >
            <header className="flex items-start gap-4 px-5 pt-5 sm:px-6">
              <div className="min-w-0 flex-1">
                <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
                {description !== undefined && (
                  <Radix.Description className="mt-1 text-sm text-muted">{description}</Radix.Description>
                )}
              </div>
              {!locked && (
                <Radix.Close
                  aria-label="Fechar"
                  className="-mt-1 -mr-2 flex size-9 shrink-0 items-center justify-center rounded-lg text-subtle hover:bg-hover hover:text-ink"
                >
                  <X className="size-4.5" />
                </Radix.Close>
              )}
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4 sm:px-6">{children}</div>
            {footer !== undefined && (
              <footer className="flex flex-col-reverse gap-2 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:px-6">
                {footer}
              </footer>
            )}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A panel that slides in from the left edge: the menu on phones. */
export function Drawer({
  open,
  onOpenChange,
  title,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div data-dialog-open="" className="fixed inset-0 z-50 animate-fade-in bg-scrim">
          <Radix.Content
            aria-describedby={undefined}
            className="flex h-full w-72 max-w-[86vw] animate-sheet-left flex-col border-r border-line bg-surface shadow-float outline-none"
          >
            <Radix.Title className="sr-only">{title}</Radix.Title>
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
