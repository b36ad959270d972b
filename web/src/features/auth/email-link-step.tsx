import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { TextField } from '@/components/form/fields.tsx';
import { emailRules } from '@/components/form/rules.ts';
import { useSubmit } from '@/components/form/use-submit.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { anonymousApi } from '@/lib/session/session.ts';

import { MailSent } from './mail-sent.tsx';

/** Asks for a link to come in by. */
export default function EmailLinkStep({ onBack }: { onBack: () => void }) {
  const [sent, setSent] = useState<{ email: string; minutes: number }>();
  const form = useForm({ defaultValues: { email: '' }, mode: 'onTouched' });
  const { submit, problem, busy } = useSubmit(form, {
    send: async (values) => {
      const email = values.email.trim();
      const { expiresInSeconds } = await anonymousApi.call('requestSignInLink', { body: { email } });
      setSent({ email, minutes: Math.round(expiresInSeconds / 60) });
    },
  });
  if (sent !== undefined) {
    return (
      <MailSent icon={<MailCheck />} onAgain={() => setSent(undefined)}>
        Se houver um usuário com o email <strong className="wrap-anywhere text-ink">{sent.email}</strong>, ele
        recebe em instantes um link para entrar. O link vale por {sent.minutes} minutos e uma vez só.
      </MailSent>
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
      <Button variant="ghost" block onClick={onBack}>
        Voltar
      </Button>
    </form>
  );
}
