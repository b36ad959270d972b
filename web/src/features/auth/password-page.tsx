import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { useSubmit } from '@/components/form/use-submit.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { LazySecondFactorStep } from '@/entities/session/lazy-second-factor-step.tsx';
import {
  NewPasswordFields,
  RevokeTokensField,
  type NewPassword,
} from '@/entities/session/new-password-fields.tsx';
import { useSignIn } from '@/entities/session/use-sign-in.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { pathAfterSignIn } from '@/lib/session/guards.ts';
import { anonymousApi } from '@/lib/session/session.ts';

import { currentArrival, dismissArrival } from './arrival.ts';
import { AskForMail } from './ask-for-mail.tsx';

/** Recovery of a password, its choice by a link that was mailed, and the first one of who was invited. */
export function PasswordPage() {
  const [arrival] = useState(currentArrival);
  if (arrival?.kind === 'invitation') return <AcceptInvitation invitation={arrival.secret} />;
  if (arrival?.kind === 'password-reset') return <ChoosePassword secret={arrival.secret} />;
  return <RequestReset />;
}

function Screen({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  useTitle(title);
  return (
    <>
      <h1 className="text-2xl font-semibold">{title}</h1>
      {text !== undefined && <p className="mt-1.5 text-muted">{text}</p>}
      <div className="mt-7">{children}</div>
    </>
  );
}

const backToLogin = (
  <Button asChild variant="ghost" block>
    <Link to="/login">Voltar para a entrada</Link>
  </Button>
);

function RequestReset() {
  return (
    <Screen title="Recuperar senha" text="Enviamos por email um link com que você escolhe outra senha.">
      <AskForMail
        ask={(email) => anonymousApi.call('requestPasswordReset', { body: { email } })}
        brings={(minutes) => `um link para escolher outra senha. O link vale por ${minutes} minutos.`}
        back={backToLogin}
      />
    </Screen>
  );
}

function ChoosePassword({ secret }: { secret: string }) {
  const navigate = useNavigate();
  const [done, setDone] = useState(false);
  const form = useForm<NewPassword & { revokeTokens: boolean }>({
    defaultValues: { password: '', repeated: '', revokeTokens: false },
    mode: 'onTouched',
  });
  const { submit, problem, busy } = useSubmit(form, {
    send: async ({ password, revokeTokens }) => {
      await anonymousApi.call('resetPassword', { body: { link: secret, password, revokeTokens } });
      dismissArrival();
      setDone(true);
    },
  });
  if (done) {
    return (
      <Screen title="Senha trocada">
        <p className="mb-6 flex gap-3 text-muted">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
          Por segurança, todas as sessões abertas foram encerradas. Entre com a senha nova.
        </p>
        <Button variant="primary" size="lg" block onClick={() => void navigate({ to: '/login' })}>
          Entrar
        </Button>
      </Screen>
    );
  }
  const spent = problem?.code === 'LINK_INVALID';
  return (
    <Screen title="Escolher outra senha">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <ProblemCallout error={problem} />
        {spent ? (
          <Button
            variant="primary"
            size="lg"
            block
            onClick={() => {
              dismissArrival();
              window.location.replace('/password');
            }}
          >
            Pedir outro link
          </Button>
        ) : (
          <>
            <NewPasswordFields form={form} />
            <RevokeTokensField form={form} />
            <Button type="submit" variant="primary" size="lg" block busy={busy}>
              {busy ? 'Salvando…' : 'Trocar senha'}
            </Button>
          </>
        )}
        {backToLogin}
      </form>
    </Screen>
  );
}

/** The first password of who was invited; they come in with it at once. */
function AcceptInvitation({ invitation }: { invitation: string }) {
  const router = useRouter();
  const { come, challenge, giveUp } = useSignIn((user) => {
    toast.success('Boas-vindas ao Lacre', { description: `Você já faz parte de ${user.tenant.name}.` });
    router.history.push(pathAfterSignIn(user, undefined));
  });
  const form = useForm<NewPassword>({ defaultValues: { password: '', repeated: '' }, mode: 'onTouched' });
  const { submit, problem, busy } = useSubmit(form, {
    send: async ({ password }) => {
      const { email } = await anonymousApi.call('acceptInvitation', { body: { invitation, password } });
      dismissArrival();
      await come(() => anonymousApi.call('signIn', { body: { email, password } }));
    },
  });
  if (challenge !== undefined) {
    return (
      <Screen title="Verificação em duas etapas">
        <LazySecondFactorStep challenge={challenge} come={come} onBack={giveUp} />
      </Screen>
    );
  }
  const over = problem?.code === 'INVITATION_INVALID';
  return (
    <Screen
      title="Aceitar convite"
      {...(over ? {} : { text: 'Escolha a senha com que você vai entrar no Lacre.' })}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <ProblemCallout error={problem} />
        {over ? (
          <p className="text-sm text-muted">
            Se você já escolheu sua senha por este convite, é só entrar. Se não, peça a quem convidou que
            envie outro.
          </p>
        ) : (
          <>
            <NewPasswordFields form={form} />
            <p className="text-[0.8125rem] text-subtle">
              Ao continuar, você concorda com os{' '}
              <Link to="/policies" target="_blank" className="text-primary-ink underline underline-offset-4">
                termos e a política de privacidade
              </Link>
              .
            </p>
            <Button type="submit" variant="primary" size="lg" block busy={busy}>
              {busy ? 'Entrando…' : 'Salvar senha e entrar'}
            </Button>
          </>
        )}
        {backToLogin}
      </form>
    </Screen>
  );
}
