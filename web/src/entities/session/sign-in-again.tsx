import { useForm } from 'react-hook-form';

import { TextField } from '@/components/form/fields.tsx';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { anonymousApi, type CurrentUser } from '@/lib/session/session.ts';

import { LazySecondFactorStep } from './lazy-second-factor-step.tsx';
import { useSignIn } from './use-sign-in.ts';

const stay = (): void => undefined;

/** Asks a signed-in user for password and second factor once more. */
export function SignInAgain({
  email,
  leaveLabel,
  onLeave,
  onEntered = stay,
}: {
  email: string;
  leaveLabel: string;
  onLeave: () => void;
  onEntered?: (user: CurrentUser) => void;
}) {
  const { come, challenge, giveUp } = useSignIn(onEntered);
  const form = useForm({ defaultValues: { password: '' } });
  const { submit, problem, busy } = useSubmit(form, {
    send: ({ password }) => come(() => anonymousApi.call('signIn', { body: { email, password } })),
    fieldOf: { INVALID_CREDENTIALS: 'password' },
  });
  if (challenge !== undefined)
    return <LazySecondFactorStep challenge={challenge} come={come} onBack={giveUp} />;
  return (
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
        <Button onClick={onLeave}>{leaveLabel}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Continuar
        </Button>
      </div>
    </form>
  );
}
