import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { Skeleton } from '@/components/ui/feedback/skeleton.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { takeReturnPath } from '@/entities/session/google-return.ts';
import { LazySecondFactorStep } from '@/entities/session/lazy-second-factor-step.tsx';
import { brandingQuery } from '@/entities/session/queries.ts';
import { useSignIn } from '@/entities/session/use-sign-in.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { pathAfterSignIn } from '@/lib/session/guards.ts';
import { useSession } from '@/lib/session/use-session.ts';

import { currentArrival, dismissArrival } from './arrival.ts';
import type { LoginSearch, SignInView } from './login-search.ts';
import { PasswordStep } from './password-step.tsx';

const WAITING = <Progress label="Carregando" />;
// Most people come in by their password: the other ways are fetched by those who go them.
const ArrivalStep = lazyPart(
  () => import('./arrival-step.tsx'),
  (code) => code.default,
  WAITING,
);
const EmailLinkStep = lazyPart(
  () => import('./email-link-step.tsx'),
  (code) => code.default,
  WAITING,
);
const OtherWays = lazyPart(
  () => import('./other-ways.tsx'),
  (code) => code.default,
  <Skeleton className="mt-7 h-[174px] sm:h-[124px]" />,
);
OtherWays.prepare();
const PhoneStep = lazyPart(
  () => import('@/entities/session/phone-step.tsx'),
  (code) => code.default,
  WAITING,
);

const VIEWS: Record<SignInView, { title: string; text: string }> = {
  link: { title: 'Entrar por email', text: 'Enviamos um link com que você entra sem digitar a senha.' },
  phone: { title: 'Entrar por celular', text: 'Vale o celular confirmado no seu perfil.' },
};

/** Signing in; with a domain, under the name and colours of the tenant it belongs to. */
export function LoginPage({ domain, search }: { domain?: string; search: LoginSearch }) {
  const router = useRouter();
  const navigate = useNavigate();
  const [arrival, setArrival] = useState(currentArrival);
  const signIn = useSignIn((user) => {
    const returnTo = arrival?.kind === 'google' ? takeReturnPath() : search.redirect;
    dismissArrival();
    router.history.push(pathAfterSignIn(user, returnTo));
  });
  const { come, challenge } = signIn;
  const { with: view, ...rest } = search;
  const choose = (next: SignInView | undefined) =>
    void navigate({ to: '.', search: { ...rest, ...(next === undefined ? {} : { with: next }) } });
  const forgetArrival = () => {
    dismissArrival();
    setArrival(undefined);
    // A signed-in user is sent on.
    void router.invalidate();
  };

  if (challenge !== undefined) {
    return (
      <Step title="Verificação em duas etapas">
        <LazySecondFactorStep
          challenge={challenge}
          come={come}
          onBack={() => {
            signIn.giveUp();
            forgetArrival();
          }}
        />
      </Step>
    );
  }
  if (arrival !== undefined) {
    return <ArrivalStep arrival={arrival} come={come} onBack={forgetArrival} />;
  }
  if (view !== undefined) {
    return (
      <Step title={VIEWS[view].title} under={<p className="mt-1.5 text-muted">{VIEWS[view].text}</p>}>
        {view === 'link' ? (
          <EmailLinkStep onBack={() => choose(undefined)} />
        ) : (
          <PhoneStep come={come} onBack={() => choose(undefined)} />
        )}
      </Step>
    );
  }
  return (
    <Step title="Entrar" under={<Whose {...(domain === undefined ? {} : { domain })} />}>
      <Refused />
      <PasswordStep come={come} />
      <OtherWays come={come} returnTo={search.redirect} onChoose={choose} />
      <p className="mt-8 text-sm text-muted">
        Ainda não tem conta?{' '}
        <Link to="/register" className="font-medium text-primary-ink underline underline-offset-4">
          Criar conta
        </Link>
      </p>
      <p className="mt-2 text-sm text-muted">
        Recebeu um convite para assinar? Abra o link do email: não é preciso ter conta.
      </p>
    </Step>
  );
}

/** Why a session ended, other than by time. */
function Refused() {
  const state = useSession();
  if (state.status !== 'unauthenticated' || state.refused === undefined) return null;
  return (
    <Callout tone="danger" title="Erro ao obter dados do usuário" className="mb-5">
      {state.refused.title}
      {/* Not every refusal says so itself. */}
      {!state.refused.title.includes('supervisor') && ' Fale com seu supervisor.'}
    </Callout>
  );
}

function Step({ title, under, children }: { title: string; under?: ReactNode; children: ReactNode }) {
  useTitle(title);
  return (
    <>
      <h1 className="text-2xl font-semibold">{title}</h1>
      {under}
      <div className="mt-7">{children}</div>
    </>
  );
}

function Whose({ domain }: { domain?: string }) {
  const branding = useQuery(brandingQuery(domain));
  if (domain === undefined)
    return <p className="mt-1.5 text-muted">Acesse sua conta para enviar e acompanhar assinaturas.</p>;
  if (branding.isPending) return <Skeleton className="mt-2 h-5 w-48" />;
  if (branding.data !== undefined) {
    return (
      <p className="mt-1.5 text-muted">
        Acesso de <strong className="font-semibold text-ink">{branding.data.name}</strong>.{' '}
        <Link to="/login" className="text-primary-ink underline underline-offset-4">
          Não é sua conta?
        </Link>
      </p>
    );
  }
  if (asProblem(branding.error).status !== 404) return null;
  return (
    <Callout tone="info" className="mt-4">
      Não há conta com o endereço “{domain}”. Você pode entrar com seu email assim mesmo.
    </Callout>
  );
}
