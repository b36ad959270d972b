import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import type { ProcessDocument } from '@/entities/process/queries.ts';
import { downloadFile, partialFileName } from '@/lib/api/download.ts';
import { api } from '@/lib/session/session.ts';

/** Has a sealed copy made with the signatures so far, and saves it. */
export function PartialCopyDialog({
  processId,
  document,
  onClose,
}: {
  processId: string;
  document: ProcessDocument;
  onClose: () => void;
}) {
  const params = { processId, documentId: document.documentId };
  return (
    <ConfirmCommand
      title="Gerar cópia parcial?"
      description={
        <>
          Um PDF selado de <strong className="font-medium wrap-anywhere text-ink">{document.name}</strong>{' '}
          {document.signaturesDone === 0
            ? 'ainda sem assinaturas'
            : `com ${document.signaturesDone === 1 ? 'a assinatura' : `as ${document.signaturesDone} assinaturas`} de agora`}
          , marcado como parcial. O processo segue como está, e a cópia não gasta crédito.
        </>
      }
      confirmLabel="Gerar e baixar"
      send={async (idempotencyKey) => {
        const { copyId, missing } = await api.call('createPartialCopy', { params, idempotencyKey });
        await downloadFile(api, 'downloadPartialCopy', { ...params, copyId }, partialFileName(document.name));
        toast.success('Cópia parcial gerada', {
          description: `Ela traz as assinaturas até agora; ${missing === 1 ? 'falta 1' : `faltam ${missing}`}.`,
        });
      }}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
