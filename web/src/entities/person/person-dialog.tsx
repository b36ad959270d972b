import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

import { FormDialog } from '@/components/form/form-dialog.tsx';
import { useSubmit } from '@/components/form/use-submit.ts';
import { api } from '@/lib/session/session.ts';

import { EssentialFields } from './person-fields.tsx';
import { personBody, personFormValues } from './person-form-values.ts';
import { personQueries } from './queries.ts';

/** What is known of a person just created. */
export interface CreatedPerson {
  personId: string;
  name: string;
  cpf: string;
  email: string;
}

/** Registers a person who may be asked to sign; what else there is to know goes on their own page. */
export function PersonDialog({
  initial,
  onClose,
  onCreated,
}: {
  /** What was being looked for: a CPF or a name. */
  initial?: { cpf?: string; name?: string };
  onClose: () => void;
  onCreated: (person: CreatedPerson) => void;
}) {
  const queryClient = useQueryClient();
  const form = useForm({ defaultValues: personFormValues(initial), mode: 'onTouched' });
  const submission = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      const body = { ...personBody(values), cpf: values.cpf };
      const { personId } = await api.call('createPerson', { idempotencyKey, body });
      await queryClient.invalidateQueries({ queryKey: personQueries.all });
      onCreated({ personId, name: body.name, cpf: body.cpf, email: body.email });
    },
    fieldOf: { PERSON_CREATION_ERROR: 'cpf' },
  });

  return (
    <FormDialog
      form={form}
      submission={submission}
      title="Nova pessoa"
      description="O convite e o código de assinatura vão para o email informado aqui."
      saveLabel="Cadastrar pessoa"
      columns="grid sm:grid-cols-6"
      onClose={onClose}
    >
      <EssentialFields form={form} />
    </FormDialog>
  );
}
