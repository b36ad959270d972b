import { isValidCpf } from '@lacre/contracts/brazil';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { MaskedField, TextField } from '@/components/form/fields.tsx';
import { cpfRules, emailRules, optionalPhoneRules, required } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ValidMark } from '@/components/form/valid-mark.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { api } from '@/lib/api/session.ts';

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

/** Registers a person who may be asked to sign. */
export function PersonDialog(props: PersonDialogProps) {
  // Mounted afresh each time, so that it starts from what is being looked for.
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onOpenChange, initial, onCreated }: PersonDialogProps) {
  const formId = useId();
  const queryClient = useQueryClient();
  const form = useForm({
    defaultValues: {
      cpf: initial?.cpf ?? '',
      name: initial?.name ?? '',
      email: '',
      cellphoneNumber: '',
      birthday: '',
    },
    mode: 'onTouched',
  });
  const { submit, problem, busy } = useSubmit(form, {
    send: async (values, idempotencyKey) => {
      const person = { cpf: values.cpf, name: values.name.trim(), email: values.email.trim().toLowerCase() };
      const { personId } = await api.call('createPerson', {
        idempotencyKey,
        body: {
          ...person,
          ...(values.cellphoneNumber === '' ? {} : { cellphoneNumber: values.cellphoneNumber }),
          ...(values.birthday === '' ? {} : { birthday: values.birthday }),
        },
      });
      await queryClient.invalidateQueries({ queryKey: personQueries.all });
      onCreated({ ...person, personId });
    },
    fieldOf: { PERSON_CREATION_ERROR: 'cpf' },
  });
  const cpf = useWatch({ control: form.control, name: 'cpf' });
  const cpfIsValid = isValidCpf(cpf);

  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      locked={busy}
      unsaved={form.formState.isDirty}
      title="Nova pessoa"
      description="É para este e-mail que vão o convite e o código de assinatura."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancelar</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            Cadastrar pessoa
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="grid gap-5 sm:grid-cols-2">
        <ProblemCallout error={problem} className="sm:col-span-2" />
        <MaskedField
          form={form}
          name="cpf"
          mask="cpf"
          label="CPF"
          rules={cpfRules}
          inputProps={{ placeholder: '000.000.000-00' }}
          end={cpfIsValid ? <ValidMark label="CPF válido" /> : undefined}
          whenRefused={
            <Link
              to="/persons"
              search={{ search: cpf }}
              target="_blank"
              className="text-primary-ink underline underline-offset-4"
            >
              Ver quem já está cadastrado
            </Link>
          }
        />
        <TextField form={form} name="birthday" type="date" label="Nascimento" optional />
        <TextField
          form={form}
          name="name"
          label="Nome completo"
          className="sm:col-span-2"
          rules={required('o nome')}
          inputProps={{ maxLength: 200, autoComplete: 'off' }}
        />
        <TextField
          form={form}
          name="email"
          type="email"
          label="Email"
          className="sm:col-span-2"
          rules={emailRules}
          inputProps={{ autoComplete: 'off' }}
        />
        <MaskedField
          form={form}
          name="cellphoneNumber"
          mask="phone"
          label="Celular"
          optional
          rules={optionalPhoneRules}
          inputProps={{ autoComplete: 'off' }}
        />
      </form>
    </Dialog>
  );
}
