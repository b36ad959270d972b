import { DOWNLOAD_LIFE_DAYS, MAX_DOWNLOAD_DESCRIPTION_LENGTH } from '@lacre/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';

import { TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/form-dialog.tsx';
import { required } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { toast } from '@/components/ui/feedback/toast.ts';
import { plural } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

import { downloadQueries } from './queries.ts';

/** A process whose sealed documents are wanted. */
export interface ChosenProcess {
  processId: string;
  summary: string;
  sealedCount: number;
}

interface RequestDownloadDialogProps {
  processes: readonly ChosenProcess[];
  /** How many others were chosen, which have nothing to download. */
  withoutSealed?: number;
  onClose: () => void;
  /** It was asked for; the screen is about to change. */
  onRequested?: () => void;
}

/** Asks for one zip of the sealed documents of the processes, and leads to where it can be followed. */
export function RequestDownloadDialog({
  processes,
  withoutSealed = 0,
  onClose,
  onRequested,
}: RequestDownloadDialogProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { description: describe(processes) }, mode: 'onTouched' });
  const submission = useSubmit(form, {
    send: async ({ description }, idempotencyKey) => {
      const processIds = processes.map(({ processId }) => processId);
      await api.call('requestDownload', {
        idempotencyKey,
        body: { processIds, description: description.trim() },
      });
      await queryClient.invalidateQueries({ queryKey: downloadQueries.all });
      toast.success('Download pedido', { description: 'Você receberá um email quando estiver pronto.' });
      onClose();
      onRequested?.();
      await navigate({ to: '/downloads' });
    },
    fieldOf: { EMPTY_DESCRIPTION: 'description' },
  });
  const count = processes.reduce((total, { sealedCount }) => total + sealedCount, 0);

  return (
    <FormDialog
      form={form}
      submission={submission}
      title={count === 1 ? 'Baixar o documento selado?' : `Baixar ${count} documentos selados?`}
      description={`Preparamos um arquivo zip com ${contents(processes, count)} e avisamos por email quando estiver pronto. Ele fica disponível por ${DOWNLOAD_LIFE_DAYS} dias.${leftOut(withoutSealed)}`}
      saveLabel="Preparar download"
      onClose={onClose}
    >
      <TextField
        form={form}
        name="description"
        label="Descrição"
        help="É como o download aparece na sua lista e o nome do arquivo."
        rules={required('uma descrição')}
        inputProps={{ maxLength: MAX_DOWNLOAD_DESCRIPTION_LENGTH, autoComplete: 'off' }}
      />
    </FormDialog>
  );
}

const leftOut = (processes: number): string =>
  processes === 0
    ? ''
    : ` ${plural(processes, 'processo escolhido fica', 'processos escolhidos ficam')} de fora: sem documento selado.`;

function describe(processes: readonly ChosenProcess[]): string {
  const [only] = processes;
  return processes.length === 1 && only !== undefined
    ? only.summary
    : `Documentos de ${processes.length} processos`;
}

function contents(processes: readonly ChosenProcess[], count: number): string {
  if (processes.length === 1) return count === 1 ? 'o documento' : 'todos eles';
  return `${plural(count, 'documento')}, uma pasta para cada um dos ${processes.length} processos,`;
}
