import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { newIntent } from '@/lib/api/client.ts';
import { asProblem, isAbort } from '@/lib/api/problem.ts';

import { ProblemCallout } from './problem-callout.tsx';

/** Asks before a command, sends it, and stays open with the reason when it is refused. */
export function ConfirmCommand({
  title,
  description,
  confirmLabel,
  danger = false,
  unsaved = false,
  ready = true,
  onUnready,
  children,
  send,
  onDone,
  onClose,
}: {
  title: ReactNode;
  description: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  /** Something was typed in it. */
  unsaved?: boolean;
  /** False while it lacks what it needs: a press then asks for that instead. */
  ready?: boolean;
  onUnready?: () => void;
  children?: ReactNode;
  /** Sends the command; the key is the same for every retry. */
  send: (idempotencyKey: string) => Promise<unknown>;
  onDone: () => void | Promise<void>;
  onClose: () => void;
}) {
  const [intent, setIntent] = useState(newIntent);
  const command = useMutation({
    mutationFn: () => send(intent),
    onSuccess: onDone,
    // A refusal is an answer: the next attempt is a new intention.
    onError: (error) => {
      if (!asProblem(error).retryable) setIntent(newIntent());
    },
  });
  // Who gave it up knows.
  const refused = command.isError && !isAbort(command.error);
  // Given up is not refused.
  const refusal = isAbort(command.error) ? null : command.error;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      cancelLabel="Voltar"
      danger={danger}
      unsaved={unsaved}
      busy={command.isPending}
      onConfirm={() => (ready ? command.mutate() : onUnready?.())}
    >
      {(children !== undefined || refused) && (
        <div className="flex flex-col gap-4">
          {refused && <ProblemCallout error={refusal} />}
          {children}
        </div>
      )}
    </ConfirmDialog>
  );
}
