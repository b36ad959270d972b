import { useBlocker } from '@tanstack/react-router';

import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';

/** Asks before leaving a screen with something typed and not saved. */
export function LeaveGuard({ when }: { when: boolean }) {
  const blocker = useBlocker({ shouldBlockFn: () => when, enableBeforeUnload: when, withResolver: true });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title="Sair sem salvar?"
      description="O que você preencheu nesta tela será perdido."
      confirmLabel="Sair sem salvar"
      cancelLabel="Continuar editando"
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
