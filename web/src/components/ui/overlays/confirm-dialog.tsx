import { useId, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { say } from '@/i18n/say.ts';

import { Modal } from './modal.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen, and whether it can be undone. */
  description: ReactNode;
  /** The act itself, as a verb: "Cancelar documento". */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  /** Something was typed in it: leaving by Escape or a press outside is asked about. */
  unsaved?: boolean;
  /** Going back dismisses it; false where the caller handles that. */
  answersBack?: boolean;
  onConfirm: () => void;
  children?: ReactNode;
}

/** Asks before what cannot be undone. 416 px wide, as every confirmation of the product. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = say('Voltar'),
  danger = false,
  busy = false,
  unsaved = false,
  answersBack,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const id = useId();
  const leaving = useLeaving(unsaved, () => onOpenChange(false));
  if (!open) return null;
  const close = () => onOpenChange(false);
  return (
    <Modal
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      onDismiss={leaving.leave}
      locked={busy}
      stays={unsaved}
      answersBack={answersBack}
      className="flex items-center justify-center p-4"
    >
      <div className="flex max-h-full w-full max-w-confirm animate-rise flex-col rounded-2xl border border-line bg-surface shadow-float short:overflow-y-auto">
        <div className="min-h-0 flex-1 overflow-y-auto px-6 pt-6 -outline-offset-2 short:flex-none short:overflow-visible">
          <h2 id={`${id}-title`} className="text-lg font-semibold">
            {title}
          </h2>
          <div id={`${id}-text`} className="mt-2 text-sm text-muted">
            {description}
          </div>
          {children !== undefined && <div className="mt-4 pb-1">{children}</div>}
        </div>
        <div className="flex flex-col-reverse gap-2 p-6 sm:flex-row sm:justify-end">
          <Button aria-disabled={busy || undefined} onClick={busy ? undefined : close}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
      {leaving.question}
    </Modal>
  );
}

/** Leaves at once, or asks first when something typed would be lost. */
export function useLeaving(
  unsaved: boolean,
  onLeave: () => void,
): { leave: () => void; question: ReactNode } {
  const [asking, setAsking] = useState(false);
  return {
    leave: () => (unsaved ? setAsking(true) : onLeave()),
    question: asking && (
      <ConfirmDialog
        open
        onOpenChange={setAsking}
        title={say('Descartar o que você digitou?')}
        description={say('Nada foi salvo ainda.')}
        confirmLabel={say('Descartar')}
        cancelLabel={say('Continuar editando')}
        danger
        onConfirm={() => {
          setAsking(false);
          onLeave();
        }}
      />
    ),
  };
}
