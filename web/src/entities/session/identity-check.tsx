import { useQuery } from '@tanstack/react-query';
import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import type { Account } from '@/entities/user/account-query.ts';
import { useAttempt } from '@/lib/hooks/use-attempt.ts';
import type { CurrentUser } from '@/lib/session/session.ts';

import { signInByPasskey } from './by-passkey.ts';
import { canUsePasskeys } from './can-use-passkeys.ts';
import { GoogleMark } from './google-mark.tsx';
import { leaveForGoogle } from './google-return.ts';
import { LazySecondFactorStep } from './lazy-second-factor-step.tsx';
import { MailedCheck } from './mailed-check.tsx';
import { signInOptionsQuery } from './queries.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { useSignIn } from './use-sign-in.ts';

const PhoneStep = lazyPart(
  () => import('./phone-step.tsx'),
  (code) => code.default,
  <Progress label="Carregando" />,
);

interface Ways {
  passkey: boolean;
  google: boolean;
  phone: boolean;
}

/** Signs in once more by what the account has: password, passkey, Google, a code by SMS, or else a mailed link. */
export function IdentityCheck({
  account,
  onEntered,
  onCancel,
}: {
  account: Account;
  onEntered: (user: CurrentUser) => void;
  onCancel: () => void;
}) {
  const { data: options } = useQuery(signInOptionsQuery);
  const [byPhone, setByPhone] = useState(false);
  const { come, challenge, giveUp } = useSignIn(onEntered);
  const ways: Ways = {
    passkey: account.passkeys.length > 0 && options?.passkey === true && canUsePasskeys(),
    google: account.googleLinked && options?.google === true,
    phone: account.phoneVerified && options?.phone === true,
  };
  if (challenge !== undefined)
    return <LazySecondFactorStep challenge={challenge} come={come} onBack={giveUp} />;
  if (byPhone)
    return (
      <PhoneStep come={come} initialPhone={account.phoneNumber ?? ''} onBack={() => setByPhone(false)} />
    );
  const hasWay = ways.passkey || ways.google || ways.phone;
  if (!hasWay && !account.hasPassword)
    return <MailedCheck email={account.email} onEntered={onEntered} onCancel={onCancel} />;
  return (
    <div className="flex flex-col gap-4">
      {hasWay && (
        <OtherWays ways={ways} come={come} isFirst={!account.hasPassword} onPhone={() => setByPhone(true)} />
      )}
      {account.hasPassword ? (
        <SignInAgain email={account.email} leaveLabel="Cancelar" onLeave={onCancel} onEntered={onEntered} />
      ) : (
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button onClick={onCancel}>Cancelar</Button>
        </div>
      )}
    </div>
  );
}

function OtherWays({
  ways,
  come,
  isFirst,
  onPhone,
}: {
  ways: Ways;
  come: ReturnType<typeof useSignIn>['come'];
  isFirst: boolean;
  onPhone: () => void;
}) {
  const { busy, problem, attempt } = useAttempt<'google' | 'passkey'>();
  const variant = isFirst ? 'primary' : 'secondary';
  return (
    <div className="flex flex-col gap-2.5">
      <ProblemCallout error={problem} />
      {ways.passkey && (
        <Button
          block
          variant={variant}
          busy={busy === 'passkey'}
          icon={<KeyRound />}
          onClick={() => void attempt('passkey', () => signInByPasskey(come))}
        >
          Usar chave de acesso
        </Button>
      )}
      {ways.google && (
        <Button
          block
          busy={busy === 'google'}
          icon={<GoogleMark />}
          onClick={() => void attempt('google', () => leaveForGoogle(window.location.pathname))}
        >
          Entrar de novo com o Google
        </Button>
      )}
      {ways.phone && (
        <Button block icon={<Smartphone />} onClick={onPhone}>
          Código por SMS
        </Button>
      )}
    </div>
  );
}
