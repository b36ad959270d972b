import { isEmptyText } from '@lacre/contracts/emptiness';
import { MAX_REASON_LENGTH } from '@lacre/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { Field } from '@/components/ui/fields/field.tsx';
import { Textarea } from '@/components/ui/fields/textarea.tsx';
import { processQueries, type ProcessDocument } from '@/entities/process/queries.ts';
import { creditsQuery } from '@/entities/tenant/credits-query.ts';
import { api } from '@/lib/session/session.ts';

/** What is to be canceled: one document, or all that are pending. */
export type CancelTarget = { document: ProcessDocument } | 'all';

/** Asks before canceling: it cannot be undone, and the participants are notified. */
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
  const all = target === 'all';
  return (
    <ConfirmCommand
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
      said={reason}
      send={(idempotencyKey) =>
        api.call('cancelProcess', {
          params: { processId },
          body: {
            ...(all ? {} : { documentId: target.document.documentId }),
            ...(isEmptyText(reason) ? {} : { reason: reason.trim() }),
          },
          idempotencyKey,
        })
      }
      onDone={async () => {
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: processQueries.all }),
          queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey }),
        ]);
        toast.success(all ? 'Processo cancelado' : 'Documento cancelado', {
          description: 'Os participantes serão avisados.',
        });
        onClose();
      }}
      onClose={onClose}
    >
      <Field label="Motivo" optional help="Fica registrado na linha do tempo do processo.">
        <Textarea
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </ConfirmCommand>
  );
}
