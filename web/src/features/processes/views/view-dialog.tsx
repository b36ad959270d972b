import { MAX_VIEW_NAME_LENGTH } from '@lacre/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

import { TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/form-dialog.tsx';
import { required } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { toast } from '@/components/ui/feedback/toast.ts';
import { api } from '@/lib/session/session.ts';

import { viewQueries, type KeptSearch } from './queries.ts';

/** Gives a list its name, or another one. */
export function ViewDialog({
  viewId,
  kept,
  name,
  onClose,
}: {
  viewId: string;
  kept: KeptSearch;
  /** Blank for a list that is not kept yet. */
  name: string;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const form = useForm({ defaultValues: { name }, mode: 'onTouched' });
  const isNew = name === '';
  const submission = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      const body = { ...kept, name: values.name.trim() };
      await api.call('saveProcessView', { params: { viewId }, body, idempotencyKey });
      await queryClient.invalidateQueries({ queryKey: viewQueries.all });
      toast.success(isNew ? 'Lista salva' : 'Lista renomeada');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      submission={submission}
      title={isNew ? 'Salvar esta lista' : 'Renomear lista'}
      description="A busca, a situação e a etiqueta desta lista ficam guardadas sob um nome, só para você."
      saveLabel="Salvar"
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label="Nome da lista"
        rules={required('o nome da lista')}
        inputProps={{ maxLength: MAX_VIEW_NAME_LENGTH, autoComplete: 'off' }}
      />
    </FormDialog>
  );
}
