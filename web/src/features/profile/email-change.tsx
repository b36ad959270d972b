import { EMAIL_UNDO_DAYS } from '@lacre/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { TextField } from '@/components/form/fields.tsx';
import { FormDialog } from '@/components/form/form-dialog.tsx';
import { emailRules } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { Button } from '@/components/ui/actions/button.tsx';
import { Email } from '@/components/ui/display/email.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { useRecently } from '@/entities/session/recently.tsx';
import { accountQueries, type Account } from '@/entities/user/account-query.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { api } from '@/lib/session/session.ts';

/** What the address is for, and the one that is to take its place. */
export function EmailDetail({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { pendingEmail } = account;
  if (pendingEmail === null) return 'Recebe links de entrada e de nova senha.';
  async function cancel(): Promise<void> {
    setBusy(true);
    try {
      await api.call('cancelEmailChange');
      await queryClient.invalidateQueries({ queryKey: accountQueries.all });
    } catch (error) {
      toast.error(asProblem(error).title);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      Aguarda confirmação: <Email>{pendingEmail}</Email>. Abra o link que enviamos a ele.{' '}
      <Button size="sm" variant="ghost" busy={busy} onClick={() => void cancel()}>
        Desistir da troca
      </Button>
    </>
  );
}

/** Asks for another address. */
export function EmailChangeDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const recently = useRecently();
  const form = useForm({ defaultValues: { email: '' }, mode: 'onTouched' });
  const submission = useSubmit(form, {
    send: async (values) => {
      const email = values.email.trim().toLowerCase();
      await recently(async () => {
        await api.call('requestEmailChange', { body: { email } });
      });
      await queryClient.invalidateQueries({ queryKey: accountQueries.all });
      toast.success('Link enviado', { description: `Abra o email enviado a ${email}.` });
      onClose();
    },
    fieldOf: { EMAIL_NOT_AVAILABLE: 'email' },
  });
  return (
    <FormDialog
      form={form}
      submission={submission}
      title="Trocar email"
      description={`O novo email só vale depois que você abrir o link enviado a ele. O atual recebe um aviso e pode desfazer a troca por ${EMAIL_UNDO_DAYS} dias.`}
      className="sm:max-w-md!"
      saveLabel="Enviar link"
      busyLabel="Enviando…"
      onClose={onClose}
    >
      <TextField
        form={form}
        name="email"
        type="email"
        label="Novo email"
        rules={emailRules}
        inputProps={{ autoComplete: 'email' }}
      />
    </FormDialog>
  );
}
