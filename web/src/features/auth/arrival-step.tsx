import { EMAIL_UNDO_DAYS } from '@lacre/contracts/limits';
import { Link, useRouter } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { LazySecondFactorStep } from '@/entities/session/lazy-second-factor-step.tsx';
import { useSignIn, type SignIn } from '@/entities/session/use-sign-in.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';
import { anonymousApi, api, session as sessions } from '@/lib/session/session.ts';
import { useSession } from '@/lib/session/use-session.ts';

import type { Arrival } from './arrival.ts';
import { PasswordStep } from './password-step.tsx';

/** Goes on with what a message's link or the identity provider led here with. */
export default function ArrivalStep({
  arrival,
  come,
  onBack,
}: {
  arrival: Arrival;
  come: SignIn['come'];
  onBack: () => void;
}) {
  if (arrival.kind === 'verify-email' || arrival.kind === 'email-change')
    return <ConfirmEmail secret={arrival.secret} isNew={arrival.kind === 'email-change'} onBack={onBack} />;
  if (arrival.kind === 'email-undo') return <UndoEmail proof={arrival.secret} onBack={onBack} />;
  if (arrival.kind === 'google')
    return <ReturnFromGoogle callback={arrival.callback} come={come} onBack={onBack} />;
  return <OpenLink secret={arrival.secret} come={come} onBack={onBack} />;
}

/** Does something once, as the screen comes up; and again when asked. */
function useOnce(act: () => Promise<void>): { problem: Problem | undefined; retry: () => void } {
  const [problem, setProblem] = useState<Problem>();
  const begun = useRef(false);
  async function attempt(): Promise<void> {
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(asProblem(error));
    }
  }
  useEffect(() => {
    // Strict mode runs effects twice; what is asked here can be asked once.
    if (begun.current) return;
    begun.current = true;
    void attempt();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, whatever changes
  }, []);
  return { problem, retry: () => void attempt() };
}

function Screen({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl font-semibold">{title}</h1>
      {children}
    </div>
  );
}

function ReturnFromGoogle({
  callback,
  come,
  onBack,
}: {
  callback: string;
  come: SignIn['come'];
  onBack: () => void;
}) {
  const { problem } = useOnce(() =>
    come(() => anonymousApi.call('finishGoogleSignIn', { body: { callback } })),
  );
  return (
    <Screen title="Entrar com o Google">
      {problem === undefined ? (
        <Waiting>Concluindo a entrada…</Waiting>
      ) : (
        <>
          <ProblemCallout error={problem} />
          {problem.code === 'GOOGLE_SIGN_IN_FAILED' && (
            <p className="text-sm text-muted">
              A conta do Google precisa ter o mesmo email do seu usuário, já confirmado aqui. Entre de outra
              forma e confirme o email no seu perfil.
            </p>
          )}
          <Button variant="primary" size="lg" block onClick={onBack}>
            Voltar para a entrada
          </Button>
        </>
      )}
    </Screen>
  );
}

/**
 * A press, and not the mere opening of the page, uses the link: programs that look through mail open links too, and
 * following one must not sign a user in as another (login CSRF).
 */
function OpenLink({ secret, come, onBack }: { secret: string; come: SignIn['come']; onBack: () => void }) {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  async function enter(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await come(() => anonymousApi.call('openSignInLink', { body: { link: secret } }));
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  }
  const spent = problem !== undefined && !problem.retryable;
  return (
    <Screen title="Entrar por email">
      <ProblemCallout error={problem} />
      {!spent && (
        <>
          <p className="text-muted">
            Seu link está pronto. Confirme para entrar neste aparelho
            {session.status === 'authenticated' ? `, no lugar de ${session.user.name}` : ''}.
          </p>
          <Button variant="primary" size="lg" block busy={busy} onClick={() => void enter()}>
            {busy ? 'Entrando…' : 'Entrar agora'}
          </Button>
        </>
      )}
      {spent && (
        <Button asChild variant="primary" size="lg" block>
          <Link to="/login" search={{ with: 'link' }} onClick={onBack}>
            Pedir outro link
          </Link>
        </Button>
      )}
      <Button variant="ghost" block onClick={onBack}>
        Entrar de outra forma
      </Button>
    </Screen>
  );
}

interface ConfirmProps {
  secret: string;
  /** Whether it is of an address that takes the place of another. */
  isNew: boolean;
  onBack: () => void;
}

/** The account that asked for the link opens it: signed out, its owner signs in first, and goes on here. */
function ConfirmEmail(props: ConfirmProps) {
  const { isNew, onBack } = props;
  const session = useSession();
  const [entered, setEntered] = useState(false);
  const signIn = useSignIn(() => setEntered(true));
  if (session.status === 'authenticated' || entered) return <VerifyEmail {...props} />;
  const { challenge, come } = signIn;
  return (
    <Screen title="Confirmar email">
      {challenge === undefined ? (
        <>
          <p className="text-muted">
            {isNew
              ? 'Entre com o email que a conta usa hoje para passar a usar este.'
              : 'Entre na conta que pediu a confirmação para concluir.'}
          </p>
          <PasswordStep come={come} />
          <Callout tone="info" title="Não criou esta conta?">
            Não entre. Ninguém usa este endereço sem o link que só você recebeu. Se a conta é sua e você não
            sabe a senha, peça uma nova: o que foi criado antes deixa de valer.
          </Callout>
        </>
      ) : (
        <LazySecondFactorStep challenge={challenge} come={come} onBack={signIn.giveUp} />
      )}
      <Button variant="ghost" block onClick={onBack}>
        Voltar para a entrada
      </Button>
    </Screen>
  );
}

function VerifyEmail({ secret, isNew, onBack }: ConfirmProps) {
  const session = useSession();
  const router = useRouter();
  const [done, setDone] = useState(false);
  const { problem, retry } = useOnce(async () => {
    await api.call(isNew ? 'confirmEmailChange' : 'confirmEmail', { body: { link: secret } });
    const { email } = await api.call('getAccount');
    sessions.learn({ email, emailVerified: true });
    setDone(true);
  });
  const signedIn = session.status === 'authenticated';
  const goOn = (
    <Button
      variant="primary"
      size="lg"
      block
      onClick={() => {
        onBack();
        if (signedIn) void router.navigate({ to: isNew ? '/profile' : '/dashboard' });
      }}
    >
      {signedIn ? (isNew ? 'Ir para o perfil' : 'Ir para o início') : 'Entrar'}
    </Button>
  );
  if (done) {
    return (
      <Screen title="Email confirmado">
        <p className="flex gap-3 text-muted">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
          Seu email está confirmado. Agora dá para entrar também pelo Google, se a conta for a mesma.
        </p>
        {goOn}
      </Screen>
    );
  }
  return (
    <Screen title="Confirmar email">
      {problem === undefined ? (
        <Waiting>Confirmando seu email…</Waiting>
      ) : (
        <>
          <ProblemCallout error={problem} onRetry={retry} />
          {!problem.retryable && (
            <p className="text-sm text-muted">Peça outro link no seu perfil, em Segurança.</p>
          )}
          {goOn}
        </>
      )}
    </Screen>
  );
}

function Waiting({ children }: { children: string }) {
  return (
    <output className="flex flex-col gap-3">
      <Progress label={children} />
      <span className="text-sm text-muted">{children}</span>
    </output>
  );
}

/**
 * A press, and not the mere opening of the page, takes the change back: programs that look through mail open links too.
 */
function UndoEmail({ proof, onBack }: { proof: string; onBack: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  async function undo(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const { passwordLink } = await anonymousApi.call('undoEmailChange', { body: { link: proof } });
      window.location.assign(`/password#reset=${encodeURIComponent(passwordLink)}`);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }
  const spent = problem !== undefined && !problem.retryable;
  const over = problem?.code === 'LINK_INVALID';
  return (
    <Screen title="Desfazer a troca do email">
      {!over && <ProblemCallout error={problem} />}
      {!spent && (
        <>
          <p className="text-muted">
            Este email volta a ser o da conta. A senha, as sessões e os tokens de API deixam de valer, e você
            escolhe outra senha em seguida.
          </p>
          <Button variant="primary" size="lg" block busy={busy} onClick={() => void undo()}>
            {busy ? 'Desfazendo…' : 'Desfazer a troca'}
          </Button>
        </>
      )}
      {over && (
        <>
          <Callout live tone="warning" title="Este link já foi usado ou venceu">
            A troca já foi desfeita, ou os {EMAIL_UNDO_DAYS} dias para isso passaram. Se você a desfez e não
            chegou a escolher outra senha, recupere a senha. Se não, fale com quem administra a conta.
          </Callout>
          <Button asChild variant="primary" size="lg" block>
            <Link to="/password" onClick={onBack}>
              Recuperar senha
            </Link>
          </Button>
        </>
      )}
      <Button variant="ghost" block onClick={onBack}>
        Voltar para a entrada
      </Button>
    </Screen>
  );
}
