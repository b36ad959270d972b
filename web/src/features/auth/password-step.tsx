import { MAX_EMAIL_LENGTH } from '@lacre/contracts/limits';
import { Link } from '@tanstack/react-router';
import { useState, type FocusEvent, type SubmitEvent } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Input, PasswordInput } from '@/components/ui/fields/input.tsx';
import type { SignIn } from '@/entities/session/use-sign-in.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { afterPress } from '@/lib/browser/after-press.ts';
import { INVALID_EMAIL, isEmail, NO_EMAIL } from '@/lib/input/email-address.ts';
import { anonymousApi } from '@/lib/session/session.ts';

type Name = 'email' | 'password';
type Texts = Record<Name, string>;
/** A field has a key here once it was judged; from then on it is judged as it is typed in. */
type Faults = Partial<Record<Name, string | undefined>>;

/** What is wrong with a text, if anything. */
const FAULTS: Record<Name, (text: string) => string | undefined> = {
  email: (text) => (text === '' ? NO_EMAIL : isEmail(text.trim()) ? undefined : INVALID_EMAIL),
  password: (text) => (text === '' ? 'Campo obrigatório' : undefined),
};

const isName = (field: string): field is Name => field in FAULTS;

const faultsOf = ({ email, password }: Texts): Faults => ({
  email: FAULTS.email(email),
  password: FAULTS.password(password),
});

function typedIn(form: HTMLFormElement): Texts {
  const text = (name: Name): string => form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? '';
  return { email: text('email'), password: text('password') };
}

/** Of what the server refused, if it names nothing but fields of this form. */
function fieldFaults({ fields }: Problem): Faults | undefined {
  if (fields.length === 0 || fields.some(({ field }) => !isName(field))) return undefined;
  return Object.fromEntries(fields.map(({ field, message }) => [field, message]));
}

/** E-mail and password. Without the library of the larger forms, a tenth of what the first visit may weigh. */
export function PasswordStep({ come }: { come: SignIn['come'] }) {
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const judge = (name: Name, text: string) =>
    setFaults((known) => ({ ...known, [name]: FAULTS[name](text) }));

  /** Shows them and leads to the first. @returns whether there are any */
  function refuse(form: HTMLFormElement, found: Faults): boolean {
    setFaults(found);
    const first = Object.keys(FAULTS).find((name) => isName(name) && found[name] !== undefined);
    form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    return first !== undefined;
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const texts = typedIn(form);
    if (busy) return;
    setProblem(undefined);
    if (refuse(form, faultsOf(texts))) return;
    setBusy(true);
    try {
      const body = { email: texts.email.trim(), password: texts.password };
      await come(() => anonymousApi.call('signIn', { body }));
    } catch (error) {
      const failed = asProblem(error);
      const own = fieldFaults(failed);
      if (own === undefined) setProblem(failed);
      else refuse(form, own);
    } finally {
      setBusy(false);
    }
  }

  const control = (name: Name) => ({
    name,
    maxLength: MAX_EMAIL_LENGTH,
    // Not before the press that left the field is over.
    onBlur: ({ currentTarget: field }: FocusEvent<HTMLInputElement>) =>
      afterPress(() => judge(name, field.value)),
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      name in faults && judge(name, value),
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <ProblemCallout error={problem} />
      <Field label="Email" required error={faults.email}>
        <Input
          {...control('email')}
          type="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="username"
        />
      </Field>
      <Field
        label="Senha"
        required
        error={faults.password}
        aside={
          <Link to="/password" className="text-primary-ink underline underline-offset-4">
            Esqueci a senha
          </Link>
        }
      >
        <PasswordInput {...control('password')} autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={busy}>
        {busy ? 'Entrando…' : 'Entrar'}
      </Button>
    </form>
  );
}
