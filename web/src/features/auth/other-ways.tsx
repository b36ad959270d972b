import { useQuery } from '@tanstack/react-query';
import { KeyRound, Mail, Smartphone } from 'lucide-react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { signInByPasskey } from '@/entities/session/by-passkey.ts';
import { canUsePasskeys } from '@/entities/session/can-use-passkeys.ts';
import { GoogleMark } from '@/entities/session/google-mark.tsx';
import { leaveForGoogle } from '@/entities/session/google-return.ts';
import { signInOptionsQuery } from '@/entities/session/queries.ts';
import type { SignIn } from '@/entities/session/use-sign-in.ts';
import { useAttempt } from '@/lib/hooks/use-attempt.ts';

import type { SignInView } from './login-search.ts';

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
  const { busy, problem, attempt } = useAttempt<'google' | 'passkey'>();

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
          onClick={() => void attempt('google', () => leaveForGoogle(returnTo))}
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
            onClick={() => void attempt('passkey', () => signInByPasskey(come))}
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
