import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

import { Toasts } from '@/components/ui/feedback/toaster.tsx';
import { cn } from '@/lib/style/cn.ts';

import { stackModal, topModal, useTopModal } from './modal-stack.ts';
import { ScrollLock } from './scroll-lock.tsx';

export interface ModalProps {
  /** The ids of what names and describes it. */
  labelledBy: string;
  describedBy?: string | undefined;
  role?: 'dialog' | 'alertdialog';
  /** Asked for by Escape, by a press outside the panel, or by going back. */
  onDismiss: () => void;
  /** While true, none of them does anything. */
  locked?: boolean | undefined;
  /** Dismissing it only asks: it stays until its owner takes it away. */
  stays?: boolean | undefined;
  /** Going back closes it; false where the caller handles that, as where the address says that it is open. */
  answersBack?: boolean | undefined;
  /** Where the panel stands in the window, and the backdrop's look. */
  className?: string;
  children: ReactNode;
}

const CONTROLS = 'input:not([hidden], :disabled), select, textarea, button:not(:disabled), a[href]';

/**
 * A panel that scrolls takes the focus from the first thing that can be used in it (Chrome 130 and later). It keeps it
 * where there is none, or none in sight: the arrows then scroll what is there to be read.
 */
function focusFirstInSight(dialog: HTMLDialogElement | null): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !dialog?.contains(focused) || focused.matches(CONTROLS)) return;
  const first = focused.querySelector<HTMLElement>(CONTROLS);
  if (first === null || first.getBoundingClientRect().bottom > focused.getBoundingClientRect().bottom) return;
  first.focus();
}

/**
 * The browser's own modal dialog: it keeps the focus inside, makes the rest inert, answers Escape, stacks, and gives
 * the focus back where it was. The element covers the window; its child is the panel. Opened from a table's cell it
 * would inherit how the cell sets its text.
 */
export function Modal({
  labelledBy,
  describedBy,
  role = 'dialog',
  onDismiss,
  locked = false,
  stays = false,
  answersBack = true,
  className,
  children,
}: ModalProps) {
  const element = useRef<HTMLDialogElement>(null);
  const pressedOn = useRef<EventTarget>(undefined);
  const [own, setOwn] = useState<HTMLDialogElement>();
  const top = useTopModal();
  const { history } = useRouter();

  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return undefined;
    dialog.showModal();
    focusFirstInSight(dialog);
    setOwn(dialog);
    const unstack = stackModal(dialog);
    return () => {
      // Closed before it leaves the document, or the focus would not go back.
      dialog.close();
      unstack();
    };
  }, []);

  // Going back closes what lies on top, and not the screen beneath it; a reload asks where something was typed.
  useEffect(() =>
    history.block({
      enableBeforeUnload: () => stays,
      blockerFn: ({ action }) => {
        if (!answersBack || action === 'PUSH' || action === 'REPLACE' || topModal() !== element.current)
          return false;
        if (!locked) onDismiss();
        return true;
      },
    }),
  );

  return (
    // A press on the backdrop is a shortcut for the mouse; keyboards have Escape and the buttons.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={element}
      role={role}
      aria-modal="true"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={cn(
        'fixed inset-0 m-0 size-full max-h-none max-w-none overscroll-contain bg-transparent p-0 text-start font-normal whitespace-normal text-ink outline-none backdrop:animate-fade-in backdrop:bg-scrim',
        className,
      )}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!locked) onDismiss();
      }}
      onClose={(event) => {
        if (event.target !== event.currentTarget) return;
        // Browsers close by themselves on a second Escape, whatever was answered to the first.
        if (locked || stays) element.current?.showModal();
        if (!locked) onDismiss();
      }}
      onPointerDown={(event) => {
        pressedOn.current = event.target;
      }}
      onClick={(event) => {
        // A press that began within the panel, as a selection of text does, or where the panel has shrunk since, is none
        // outside of it.
        if (pressedOn.current !== event.currentTarget) return;
        // The second click of the double click that opened it is no press outside.
        if (event.target === event.currentTarget && event.detail < 2 && !locked) onDismiss();
      }}
    >
      <ScrollLock />
      {children}
      <Toasts shown={own !== undefined && own === top} />
    </dialog>
  );
}
