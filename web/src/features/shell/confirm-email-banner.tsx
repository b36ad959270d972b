import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Email } from '@/components/ui/display/email.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { api, session } from '@/lib/session/session.ts';

/** How often a page left open asks whether the link was opened elsewhere, milliseconds. */
const ASK_AGAIN_MS = 20_000;

/** Says that nothing goes out before the address that registered the account is confirmed, and sends the link again. */
export function ConfirmEmailBanner({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const { data } = useQuery({
    queryKey: ['email-confirmation'],
    queryFn: async ({ signal }) => (await api.call('getAccount', { signal })).emailVerified,
    refetchInterval: ASK_AGAIN_MS,
    refetchOnWindowFocus: 'always',
  });
  useEffect(() => {
    if (data === true) session.learn({ emailVerified: true });
  }, [data]);
  async function send(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await api.call('requestEmailVerification');
      toast.success('Confirmação reenviada', { description: `Abra o email enviado a ${email}.` });
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="pt-6">
      <Callout
        tone="warning"
        title="Confirme seu email para enviar documentos"
        action={
          <Button size="sm" busy={busy} onClick={() => void send()}>
            {busy ? 'Enviando…' : 'Reenviar confirmação'}
          </Button>
        }
      >
        Enviamos um link a <Email>{email}</Email>. Até você abri-lo, dá para cadastrar e preparar tudo, mas
        nada é enviado a outras pessoas.
      </Callout>
      <ProblemCallout error={problem} className="mt-3" />
    </div>
  );
}
