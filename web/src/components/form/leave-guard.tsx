import { useBlocker } from '@tanstack/react-router';

import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog.tsx';

/** Asks before leaving a screen that would lose something: by default what was typed and not saved. */
export function LeaveGuard({
  when,
  title = 'Sair sem salvar?',
  description = 'O que você preencheu nesta tela será perdido.',
  confirmLabel = 'Sair sem salvar',
  cancelLabel = 'Continuar editando',
}: {
  when: boolean;
  title?: string;
  description?: string;
  confirmLabel?: string;
  cancelLabel?: string;
}) {
  const blocker = useBlocker({
    // The same screen with another address, as a step of the wizard, is not left.
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      cancelLabel={cancelLabel}
      danger
      answersBack={false}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
