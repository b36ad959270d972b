import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import { say } from '@/i18n/say.ts';
import { cn } from '@/lib/style/cn.ts';

import { useLeaving } from './confirm-dialog.tsx';
import { Modal } from './modal.tsx';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  className?: string;
  /** In a window of little height the head and the foot leave the room to what is between them. */
  scrollsWhole?: boolean;
  /** While true, neither Escape nor a press outside closes it. */
  locked?: boolean;
  /** Something was typed in it: leaving by Escape, the cross or a press outside is asked about. */
  unsaved?: boolean;
}

/** A modal dialog; on phones it rises from the bottom edge. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  className,
  scrollsWhole = false,
  locked,
  unsaved = false,
}: DialogProps) {
  const id = useId();
  const leaving = useLeaving(unsaved, () => onOpenChange(false));
  if (!open) return null;
  const close = leaving.leave;
  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={description === undefined ? undefined : `${id}-text`}
      onDismiss={close}
      locked={locked}
      stays={unsaved}
      className="flex items-end justify-center sm:items-center sm:p-4"
    >
      <div
        className={cn(
          'relative flex max-h-[92dvh] w-full animate-sheet-up flex-col rounded-t-2xl border border-line bg-surface shadow-float sm:max-h-[86dvh] sm:max-w-lg sm:animate-rise sm:rounded-2xl',
          scrollsWhole && 'short:max-h-[96dvh] short:overflow-y-auto',
          className,
        )}
      >
        {/* The gap is the header's: what is scrolled passes below it, and touches no word of it. */}
        <header className="px-5 pt-5 pr-14 pb-3 sm:px-6 sm:pr-16">
          <h2 id={`${id}-title`} className="text-lg font-semibold">
            {title}
          </h2>
          {description !== undefined && (
            <p id={`${id}-text`} className="mt-1 text-sm text-muted">
              {description}
            </p>
          )}
        </header>
        <div
          className={cn(
            'min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-4 -outline-offset-2 sm:px-6',
            scrollsWhole && 'short:flex-none short:overflow-visible',
          )}
        >
          {children}
        </div>
        {footer !== undefined && (
          <footer className="flex flex-col-reverse gap-2 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:px-6">
            {footer}
          </footer>
        )}
        {/* Last in the document, so that the focus starts at the first field. */}
        {!locked && (
          <button
            type="button"
            aria-label={say('Fechar')}
            onClick={close}
            className="absolute top-4 right-4 flex size-9 items-center justify-center rounded-lg text-subtle hover:bg-hover hover:text-ink"
          >
            <X className="size-4.5" />
          </button>
        )}
      </div>
      {leaving.question}
    </Modal>
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
  const id = useId();
  if (!open) return null;
  return (
    <Modal labelledBy={id} onDismiss={() => onOpenChange(false)}>
      <div className="flex h-full w-72 max-w-[86vw] animate-sheet-left flex-col border-r border-line bg-surface shadow-float">
        <h2 id={id} className="sr-only">
          {title}
        </h2>
        {children}
      </div>
    </Modal>
  );
}
