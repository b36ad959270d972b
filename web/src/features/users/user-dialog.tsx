import type { Role } from '@lacre/contracts';
import { MAX_EXTERNAL_ID_LENGTH, MAX_LINE_LENGTH } from '@lacre/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';

import { MaskedField, TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/form-dialog.tsx';
import { emailRules, optionalCpfRules, optionalPhoneRules, required } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { toast } from '@/components/ui/feedback/toast.ts';
import { RadioCards } from '@/components/ui/fields/radio-cards.tsx';
import { userQueries, type ListedUser } from '@/entities/user/queries.ts';
import { api, type CurrentUser } from '@/lib/session/session.ts';

import { AssignedCompanies } from './assigned-companies.tsx';

const ROLES = [
  {
    value: 'common',
    label: 'Usuário comum',
    description: 'Cria e acompanha processos das empresas ligadas a ele.',
  },
  {
    value: 'manager',
    label: 'Gerente',
    description: 'Cuida da conta inteira: empresas, usuários e configurações.',
  },
  { value: 'totem', label: 'Totem', description: 'Um aparelho onde as pessoas assinam presencialmente.' },
] as const satisfies readonly { value: Role; label: string; description: string }[];

interface UserValues {
  name: string;
  email: string;
  role: Role;
  cpf: string;
  phoneNumber: string;
  externalId: string;
  companyIds: string[];
}

const valuesOf = (user: ListedUser | undefined): UserValues => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  role: user?.role ?? 'common',
  cpf: user?.cpf ?? '',
  phoneNumber: user?.phoneNumber ?? '',
  externalId: user?.externalId ?? '',
  companyIds: user?.companyIds ?? [],
});

/** Invites a user, or changes one. */
export function UserDialog({
  user,
  me,
  onClose,
}: {
  user: ListedUser | undefined;
  me: CurrentUser;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const form = useForm<UserValues>({ defaultValues: valuesOf(user), mode: 'onTouched' });
  const role = useWatch({ control: form.control, name: 'role' });
  const roleIsFixed = user?.role === 'administrator' || user?.uid === me.uid;
  const submission = useSubmit(form, {
    send: async ({ role: chosen, companyIds, ...values }, idempotencyKey) => {
      const details = {
        ...values,
        name: values.name.trim(),
        email: values.email.trim().toLowerCase(),
        externalId: values.externalId.trim(),
        ...(chosen === 'common' ? { companyIds } : {}),
        ...(roleIsFixed ? {} : { role: chosen }),
      };
      if (user === undefined) {
        await api.call('createUser', { idempotencyKey, body: { user: details } });
        toast.success('Convite enviado', { description: details.email });
      } else {
        const body = { user: details, avatar: user.photoURL };
        await api.call('editUser', { params: { uid: user.uid }, idempotencyKey, body });
        toast.success('Usuário salvo', { description: details.name });
      }
      await queryClient.invalidateQueries({ queryKey: userQueries.all });
      onClose();
    },
    fieldOf: { EMAIL_NOT_AVAILABLE: 'email', PHONENUMBER_NOT_AVAILABLE: 'phoneNumber' },
    rename: (field) => field.replace(/^user\./, ''),
  });
  return (
    <FormDialog
      form={form}
      submission={submission}
      title={user === undefined ? 'Convidar usuário' : 'Editar usuário'}
      {...(user === undefined ? { description: 'Enviamos por email um convite para escolher a senha.' } : {})}
      className="sm:max-w-2xl!"
      saveLabel={user === undefined ? 'Enviar convite' : 'Salvar'}
      columns="grid sm:grid-cols-2"
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label="Nome"
        className="sm:col-span-2"
        rules={required('o nome')}
        inputProps={{ maxLength: MAX_LINE_LENGTH, autoComplete: 'off' }}
      />
      <TextField
        form={form}
        name="email"
        type="email"
        label="Email"
        rules={emailRules}
        {...(user?.invitation === 'accepted' ? { help: 'Só a própria pessoa troca, no perfil dela.' } : {})}
        inputProps={{ autoComplete: 'off', readOnly: user?.invitation === 'accepted' }}
      />
      <MaskedField
        form={form}
        name="phoneNumber"
        mask="phone"
        label="Celular"
        optional
        rules={optionalPhoneRules}
        inputProps={{ autoComplete: 'off' }}
      />
      <MaskedField form={form} name="cpf" mask="cpf" label="CPF" optional rules={optionalCpfRules} />
      <TextField
        form={form}
        name="externalId"
        label="Código externo"
        optional
        inputProps={{ maxLength: MAX_EXTERNAL_ID_LENGTH, autoComplete: 'off' }}
      />
      {!roleIsFixed && (
        <div className="sm:col-span-2">
          <Controller
            control={form.control}
            name="role"
            render={({ field }) => (
              <RadioCards
                legend="Papel"
                name="role"
                options={ROLES}
                value={field.value === 'administrator' ? 'manager' : field.value}
                onValueChange={field.onChange}
                className="sm:grid-cols-3!"
              />
            )}
          />
        </div>
      )}
      {role === 'common' && (
        <div className="sm:col-span-2">
          <Controller
            control={form.control}
            name="companyIds"
            render={({ field, fieldState }) => (
              <AssignedCompanies
                value={field.value}
                onChange={field.onChange}
                error={fieldState.error?.message}
              />
            )}
          />
        </div>
      )}
    </FormDialog>
  );
}
