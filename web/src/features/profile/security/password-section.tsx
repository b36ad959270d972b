import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/form-dialog.tsx';
import { useSubmit } from '@/components/form/use-submit.ts';
import { Section } from '@/components/page/section.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { NewPasswordFields, RevokeTokensField } from '@/entities/session/new-password-fields.tsx';
import { useRecently } from '@/entities/session/recently.tsx';
import { accountQueries } from '@/entities/user/account-query.ts';
import { api } from '@/lib/session/session.ts';

/** The password, changed or chosen for the first time. */
export function PasswordSection({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Section
      title="Senha"
      text={
        hasPassword
          ? 'Ao trocar a senha, as outras sessões abertas são encerradas.'
          : 'Você ainda não tem senha: escolha uma para entrar também com ela.'
      }
      action={
        <Button onClick={() => setOpen(true)}>{hasPassword ? 'Trocar senha' : 'Escolher senha'}</Button>
      }
    >
      {open && <PasswordForm hasPassword={hasPassword} email={email} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function PasswordForm({
  hasPassword,
  email,
  onClose,
}: {
  hasPassword: boolean;
  email: string;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const recently = useRecently();
  const form = useForm({
    defaultValues: { currentPassword: '', password: '', repeated: '', revokeTokens: false },
    mode: 'onTouched',
  });
  const submission = useSubmit(form, {
    send: async ({ currentPassword, password, revokeTokens }) => {
      await recently(async () => {
        await api.call('changePassword', {
          body: { password, revokeTokens, ...(hasPassword ? { currentPassword } : {}) },
        });
      });
      await queryClient.invalidateQueries({ queryKey: accountQueries.all });
      toast.success(hasPassword ? 'Senha trocada' : 'Senha escolhida');
      onClose();
    },
    fieldOf: { WRONG_CURRENT_PASSWORD: 'currentPassword' },
  });
  return (
    <FormDialog
      form={form}
      submission={submission}
      title={hasPassword ? 'Trocar senha' : 'Escolher senha'}
      className="sm:max-w-md!"
      saveLabel="Salvar senha"
      busyLabel="Salvando…"
      onClose={onClose}
    >
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <TextField
          form={form}
          name="currentPassword"
          type="password"
          label="Senha atual"
          rules={{ required: 'Campo obrigatório' }}
          inputProps={{ autoComplete: 'current-password' }}
        />
      )}
      <NewPasswordFields form={form} />
      <RevokeTokensField form={form} />
    </FormDialog>
  );
}
