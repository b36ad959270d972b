import { MailCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { TextField } from '@/components/form/fields.tsx';
import { emailRules } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';

/**
 * Asks for a link by mail, and says where to look for it. It never says whether a user has the address.
 * @param ask answers after how many seconds the link expires
 * @param brings what the mail brings, given its link's minutes
 * @param back leads back
 */
export function AskForMail({
  ask,
  brings,
  back,
}: {
  ask: (email: string) => Promise<{ expiresInSeconds: number }>;
  brings: (minutes: number) => string;
  back: ReactNode;
}) {
  const [sent, setSent] = useState<{ email: string; minutes: number }>();
  const form = useForm({ defaultValues: { email: '' }, mode: 'onTouched' });
  const { submit, problem, busy } = useSubmit(form, {
    send: async (values) => {
      const email = values.email.trim();
      const { expiresInSeconds } = await ask(email);
      setSent({ email, minutes: Math.round(expiresInSeconds / 60) });
    },
  });
  if (sent !== undefined) {
    return (
      <output className="flex flex-col gap-5">
        <span className="flex size-14 items-center justify-center rounded-2xl bg-success-soft text-success [&_svg]:size-7">
          <MailCheck />
        </span>
        <span className="block text-lg font-semibold">Confira seu email</span>
        <span className="block text-muted">
          Se houver um usuário com o email <strong className="wrap-anywhere text-ink">{sent.email}</strong>,
          ele recebe em instantes {brings(sent.minutes)}
        </span>
        <span className="block text-sm text-subtle">Não chegou? Olhe também a caixa de spam.</span>
        <Button block onClick={() => setSent(undefined)}>
          Usar outro email
        </Button>
        {back}
      </output>
    );
  }
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
      <Button type="submit" variant="primary" size="lg" block busy={busy}>
        {busy ? 'Enviando…' : 'Enviar link'}
      </Button>
      {back}
    </form>
  );
}
