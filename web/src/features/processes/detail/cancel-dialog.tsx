import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Textarea } from '@/components/ui/textarea.tsx';
import { toast } from '@/components/ui/toast.ts';
import { creditsQuery } from '@/features/account/credits-query.ts';
import { newIntent } from '@/lib/api/client.ts';
import { api } from '@/lib/api/session.ts';

import { processQueries, type ProcessDocument } from '../queries.ts';

/** What is to be canceled: one document, or all that are pending. */
export type CancelTarget = { document: ProcessDocument } | 'all';

/** Asks before canceling: it cannot be undone, and the participants are told. */
export function CancelDialog({
  processId,
  target,
  onClose,
}: {
  processId: string;
  target: CancelTarget;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [intent] = useState(newIntent);
  const all = target === 'all';
  const cancel = useMutation({
    mutationFn: () =>
      api.call('cancelProcess', {
        params: { processId },
        body: {
          ...(all ? {} : { documentId: target.document.documentId }),
          ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        },
        // Another reason is another request under the same intention: the server would refuse the key.
        idempotencyKey: `${intent}:${reason.trim()}`.slice(0, 200),
      }),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: processQueries.all }),
        queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey }),
      ]);
      toast.success(all ? 'Processo cancelado' : 'Documento cancelado', {
        description: 'Os participantes serão avisados.',
      });
      onClose();
    },
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={all ? 'Cancelar o processo?' : 'Cancelar este documento?'}
      description={
        all ? (
          'Todos os documentos pendentes serão cancelados e os participantes, avisados. Não é possível desfazer.'
        ) : (
          <>
            <strong className="font-medium break-words text-ink">{target.document.name}</strong> será
            cancelado e os participantes, avisados. Não é possível desfazer.
          </>
        )
      }
      confirmLabel={all ? 'Cancelar processo' : 'Cancelar documento'}
      danger
      busy={cancel.isPending}
      unsaved={reason.trim() !== ''}
      // "Cancelar" is what the other button does.
      cancelLabel="Voltar"
      onConfirm={() => cancel.mutate()}
    >
      <div className="flex flex-col gap-4">
        <ProblemCallout error={cancel.error} />
        <Field label="Motivo" optional help="Fica registrado na linha do tempo do processo.">
          <Textarea value={reason} maxLength={1000} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </div>
    </ConfirmDialog>
  );
}
