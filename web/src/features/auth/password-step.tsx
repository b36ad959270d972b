import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';

import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { emailRules } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { Button } from '@/components/ui/button.tsx';
import { anonymousApi } from '@/lib/api/session.ts';

import type { SignIn } from './use-sign-in.ts';

/** E-mail and password. */
export function PasswordStep({ come, initialEmail = '' }: { come: SignIn['come']; initialEmail?: string }) {
  const form = useForm({ defaultValues: { email: initialEmail, password: '' }, mode: 'onTouched' });
  const { submit, problem, busy } = useSubmit(form, {
    send: ({ email, password }) =>
      come(() => anonymousApi.call('signIn', { body: { email: email.trim(), password } })),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <ProblemCallout error={problem} />
      <TextField
        form={form}
        name="email"
        type="email"
        label="Email"
        rules={emailRules}
        inputProps={{ autoComplete: 'username' }}
      />
      <TextField
        form={form}
        name="password"
        type="password"
        label="Senha"
        rules={{ required: 'Campo obrigatório' }}
        aside={
          <Link to="/password" className="text-primary-ink underline underline-offset-4">
            Esqueci a senha
          </Link>
        }
        inputProps={{ autoComplete: 'current-password' }}
      />
      <Button type="submit" variant="primary" size="lg" block busy={busy}>
        {busy ? 'Entrando…' : 'Entrar'}
      </Button>
    </form>
  );
}
