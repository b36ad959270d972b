import { useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';

import { TextField } from '@/components/form/fields.tsx';
import { useSubmit } from '@/components/form/use-submit.ts';
import { Button } from '@/components/ui/button.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { session } from '@/lib/api/session.ts';

import { ProblemCallout } from './problem-callout.tsx';

/** The password once more, of the user whose session ended. */
export default function PasswordDialog({ email }: { email: string }) {
  const router = useRouter();
  const form = useForm({ defaultValues: { password: '' } });
  const { submit, problem, busy } = useSubmit(form, {
    send: async ({ password }) => {
      await session.signIn(email, password);
    },
    fieldOf: { INVALID_CREDENTIALS: 'password' },
  });

  return (
    <Dialog
      open
      locked
      onOpenChange={() => undefined}
      title="Sua sessão expirou"
      description="Informe sua senha para continuar de onde parou. Nada do que você preencheu se perdeu."
    >
      <form onSubmit={submit} className="flex flex-col gap-4 pb-2" noValidate>
        <ProblemCallout error={problem} />
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          form={form}
          name="password"
          type="password"
          label={`Senha de ${email}`}
          rules={{ required: 'Campo obrigatório' }}
          inputProps={{ autoComplete: 'current-password' }}
        />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button
            onClick={() => {
              session.drop();
              void router.invalidate();
            }}
          >
            Sair
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Continuar
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
