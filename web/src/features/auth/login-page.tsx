import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';

import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { emailRules } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { Button } from '@/components/ui/button.tsx';
import { Callout } from '@/components/ui/callout.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { asProblem } from '@/lib/api/problem.ts';
import { anonymousApi, session } from '@/lib/api/session.ts';
import { useTitle } from '@/lib/use-title.ts';

/** Signing in; with a domain, under the name of the tenant it belongs to. */
export function LoginPage({ domain, returnTo }: { domain?: string; returnTo: string | undefined }) {
  useTitle('Entrar');
  const router = useRouter();
  const form = useForm({ defaultValues: { email: '', password: '' }, mode: 'onTouched' });
  const { submit, problem, busy } = useSubmit(form, {
    send: async ({ email, password }) => {
      await session.signIn(email.trim(), password);
      router.history.push(returnTo ?? '/dashboard');
    },
  });

  return (
    <>
      <LoginHeading {...(domain === undefined ? {} : { domain })} />
      <form onSubmit={submit} noValidate className="mt-8 flex flex-col gap-5">
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
          inputProps={{ autoComplete: 'current-password' }}
        />
        <Button type="submit" variant="primary" size="lg" block busy={busy}>
          {busy ? 'Entrando…' : 'Entrar'}
        </Button>
      </form>
      <p className="mt-8 text-sm text-muted">
        Ainda não tem conta?{' '}
        <Link to="/register" className="font-medium text-primary-ink underline underline-offset-4">
          Criar conta
        </Link>
      </p>
      <p className="mt-2 text-sm text-muted">
        Recebeu um convite para assinar? Abra o link do e-mail: não é preciso ter conta.
      </p>
    </>
  );
}

function LoginHeading({ domain }: { domain?: string }) {
  const branding = useQuery({
    queryKey: ['branding', domain],
    queryFn: ({ signal }) =>
      anonymousApi.call('tenantBranding', { params: { domain: domain ?? '' }, signal }),
    enabled: domain !== undefined,
  });
  const unknown = branding.isError && asProblem(branding.error).status === 404;
  return (
    <div>
      <h1 className="text-2xl font-semibold">Entrar</h1>
      {domain === undefined && (
        <p className="mt-1.5 text-muted">Acesse sua conta para enviar e acompanhar assinaturas.</p>
      )}
      {branding.isPending && domain !== undefined && <Skeleton className="mt-2 h-5 w-48" />}
      {branding.data !== undefined && (
        <p className="mt-1.5 text-muted">
          Acesso de <strong className="font-semibold text-ink">{branding.data.name}</strong>.{' '}
          <Link to="/login" className="text-primary-ink underline underline-offset-4">
            Não é sua conta?
          </Link>
        </p>
      )}
      {unknown && (
        <Callout tone="info" className="mt-4">
          Não há conta com o endereço “{domain}”. Você pode entrar com seu email assim mesmo.
        </Callout>
      )}
    </div>
  );
}
