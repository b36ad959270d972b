import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';

import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { useSubmit } from '@/components/form/use-submit.ts';
import { Button } from '@/components/ui/button.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { api } from '@/lib/api/session.ts';

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

interface PersonDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What was being looked for: a CPF or a name. */
  initial?: { cpf?: string; name?: string };
  onCreated: (person: CreatedPerson) => void;
}

/** Registers a person who may be asked to sign; what else there is to know goes on their own page. */
export function PersonDialog(props: PersonDialogProps) {
  // Mounted afresh each time, so that it starts from what is being looked for.
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onOpenChange, initial, onCreated }: PersonDialogProps) {
  const formId = useId();
  const queryClient = useQueryClient();
  const form = useForm({ defaultValues: personFormValues(initial), mode: 'onTouched' });
  const { submit, problem, busy } = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      const body = { ...personBody(values), cpf: values.cpf };
      const { personId } = await api.call('createPerson', { idempotencyKey, body });
      await queryClient.invalidateQueries({ queryKey: personQueries.all });
      onCreated({ personId, name: body.name, cpf: body.cpf, email: body.email });
    },
    fieldOf: { PERSON_CREATION_ERROR: 'cpf' },
  });

  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      locked={busy}
      unsaved={form.formState.isDirty}
      title="Nova pessoa"
      description="É para este email que vão o convite e o código de assinatura."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancelar</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            Cadastrar pessoa
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          // The form it was opened from hears of it in React's tree, and is not the one that is sent.
          event.stopPropagation();
          submit(event);
        }}
        noValidate
        className="grid gap-5 sm:grid-cols-6"
      >
        <ProblemCallout error={problem} className="sm:col-span-6" />
        <EssentialFields form={form} />
      </form>
    </Dialog>
  );
}
