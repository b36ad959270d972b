import { useQuery } from '@tanstack/react-query';
import { KeyRound, Mail, Smartphone } from 'lucide-react';
import { useState } from 'react';

import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { Button } from '@/components/ui/button.tsx';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { anonymousApi } from '@/lib/api/session.ts';

import { canUsePasskeys } from './can-use-passkeys.ts';
import { fetchPasskeys } from './fetch-passkeys.ts';
import { keepReturnPath } from './google-return.ts';
import type { SignInView } from './login-search.ts';
import { signInOptionsQuery } from './queries.ts';
import type { SignIn } from './use-sign-in.ts';

/** The ways in besides e-mail and password, as far as the installation and this browser have them. */
export default function OtherWays({
  come,
  returnTo,
  onChoose,
}: {
  come: SignIn['come'];
  returnTo: string | undefined;
  onChoose: (view: SignInView) => void;
}) {
  const { data: options } = useQuery(signInOptionsQuery);
  const [busy, setBusy] = useState<'google' | 'passkey'>();
  const [problem, setProblem] = useState<Problem>();

  async function attempt(way: 'google' | 'passkey', act: () => Promise<void>): Promise<void> {
    setBusy(way);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(undefined);
    }
  }

  const toGoogle = async () => {
    const { url } = await anonymousApi.call('startGoogleSignIn', { body: {} });
    keepReturnPath(returnTo);
    window.location.assign(url);
  };
  const byPasskey = async () => {
    const [begun, { askForPasskey }] = await Promise.all([
      anonymousApi.call('startPasskeySignIn'),
      fetchPasskeys(),
    ]);
    const credential = await askForPasskey(begun.options);
    await come(() =>
      anonymousApi.call('finishPasskeySignIn', { body: { challenge: begun.challenge, credential } }),
    );
  };

  return (
    <section aria-label="Outras formas de entrar" className="mt-7 flex flex-col gap-2.5">
      <p className="mb-1 flex items-center gap-3 text-[0.8125rem] text-subtle before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        ou
      </p>
      <ProblemCallout error={problem} />
      {options?.google === true && (
        <Button
          size="lg"
          block
          busy={busy === 'google'}
          icon={<GoogleMark />}
          onClick={() => void attempt('google', toGoogle)}
        >
          Entrar com o Google
        </Button>
      )}
      <div className="grid gap-2.5 sm:grid-cols-2">
        {options?.passkey === true && canUsePasskeys() && (
          <Button
            block
            busy={busy === 'passkey'}
            icon={<KeyRound />}
            className="sm:col-span-2"
            onClick={() => void attempt('passkey', byPasskey)}
          >
            Usar chave de acesso
          </Button>
        )}
        <Button
          block
          icon={<Mail />}
          className={options?.phone === true ? undefined : 'sm:col-span-2'}
          onClick={() => onChoose('link')}
        >
          Link por email
        </Button>
        {options?.phone === true && (
          <Button block icon={<Smartphone />} onClick={() => onChoose('phone')}>
            Código por SMS
          </Button>
        )}
      </div>
    </section>
  );
}

/** The provider's mark, in its colours as its rules for buttons ask. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M22.5 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.9a5.04 5.04 0 0 1-2.2 3.3v2.77h3.56c2.08-1.92 3.24-4.74 3.24-8.08z"
      />
      <path
        fill="#34a853"
        d="M12 23c2.97 0 5.46-.98 7.26-2.67l-3.56-2.77c-.98.66-2.24 1.06-3.7 1.06-2.86 0-5.28-1.93-6.15-4.53H2.18v2.84A11 11 0 0 0 12 23z"
      />
      <path fill="#fbbc05" d="M5.85 14.09a6.6 6.6 0 0 1 0-4.18V7.07H2.18a11 11 0 0 0 0 9.86l3.67-2.84z" />
      <path
        fill="#ea4335"
        d="M12 5.38c1.62 0 3.06.56 4.2 1.64l3.16-3.16A10.6 10.6 0 0 0 12 1 11 11 0 0 0 2.18 7.07l3.67 2.84C6.72 7.31 9.14 5.38 12 5.38z"
      />
    </svg>
  );
}
