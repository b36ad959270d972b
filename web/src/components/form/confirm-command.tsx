import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog.tsx';
import { newIntent } from '@/lib/api/client.ts';
import { asProblem, isAbort } from '@/lib/api/problem.ts';

/** Asks before a command, sends it, and stays open with the reason when it is refused. */
export function ConfirmCommand({
  title,
  description,
  confirmLabel,
  danger = false,
  unsaved = false,
  said = '',
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
  /** Something was typed or chosen in it. */
  unsaved?: boolean;
  /** What was typed or chosen, where it goes along: said otherwise it is another command, with another key. */
  said?: string;
  /** False while it lacks what it needs: a press then asks for that instead. */
  ready?: boolean;
  onUnready?: () => void;
  children?: ReactNode;
  /** Sends the command; the key is the same for every retry of it. */
  send: (idempotencyKey: string) => Promise<unknown>;
  onDone: () => void | Promise<void>;
  onClose: () => void;
}) {
  const text = said.trim();
  const [intents] = useState(() => new Map<string, string>());
  const command = useMutation({
    mutationFn: () => {
      const intent = intents.get(text) ?? newIntent();
      intents.set(text, intent);
      return send(intent);
    },
    onSuccess: onDone,
    // A refusal is an answer: the next attempt is a new intention.
    onError: (error) => {
      if (!asProblem(error).retryable) intents.delete(text);
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
      danger={danger}
      unsaved={unsaved || text !== ''}
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
