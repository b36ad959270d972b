import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Email } from '@/components/ui/display/email.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { accountQueries } from '@/entities/user/account-query.ts';
import { useAttempt } from '@/lib/hooks/use-attempt.ts';
import { anonymousApi, api, session, type CurrentUser } from '@/lib/session/session.ts';

/** How often it is asked whether the link was opened, milliseconds. */
const ASK_AGAIN_MS = 3000;

/** Sessions that were begun by a mailed link. */
async function byLink(signal?: AbortSignal): Promise<string[]> {
  const { items } = await api.call('listSessions', signal === undefined ? {} : { signal });
  return items.filter(({ method }) => method === 'email-link').map(({ sessionId }) => sessionId);
}

/**
 * For an account that is entered by mailed links alone: sends one, and goes on by itself once it was opened in another
 * tab of this browser, whose session is this one's too. Opened elsewhere it says so, and does not go on: the holder of
 * an open session would otherwise have its owner confirm, by a link of theirs, what they did not ask for.
 */
export function MailedCheck({
  email,
  onEntered,
  onCancel,
}: {
  email: string;
  onEntered: (user: CurrentUser) => void;
  onCancel: () => void;
}) {
  const { busy, problem, attempt } = useAttempt<'send'>();
  const [sent, setSent] = useState<{ minutes: number; known: readonly string[] }>();
  const waiting = sent !== undefined;
  const { data: opened } = useQuery({
    queryKey: [...accountQueries.all, 'recently', sent?.known],
    queryFn: async ({ signal }) => {
      if ((await api.call('getAccount', { signal })).recentlySignedIn) return 'here';
      return (await byLink(signal)).some((id) => sent?.known.includes(id) === false) ? 'elsewhere' : null;
    },
    enabled: waiting,
    refetchInterval: ASK_AGAIN_MS,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  });
  useEffect(() => {
    const state = session.get();
    if (opened === 'here' && state.status === 'authenticated') onEntered(state.user);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the link was opened
  }, [opened]);
  const send = () =>
    attempt('send', async () => {
      const known = await byLink();
      const { expiresInSeconds } = await anonymousApi.call('requestSignInLink', { body: { email } });
      setSent({ minutes: Math.round(expiresInSeconds / 60), known });
    });
  return (
    <div className="flex flex-col gap-4">
      <ProblemCallout error={problem} />
      {opened === 'elsewhere' && (
        <Callout tone="warning" title="O link foi aberto em outro navegador ou aparelho">
          Por segurança, ele só confirma quem o abre. Envie outro e abra-o neste navegador, ou faça a mudança
          lá, onde você acabou de entrar.
        </Callout>
      )}
      {waiting ? (
        <output className="flex flex-col gap-3 text-sm text-muted">
          <span className="flex gap-3">
            <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
            <span>
              Enviamos um link a <Email>{email}</Email>, que vale por {sent.minutes} minutos. Abra-o neste
              mesmo navegador: esta janela percebe e continua sozinha.
            </span>
          </span>
          <Progress label="Aguardando você abrir o link" />
        </output>
      ) : (
        <p className="text-sm text-muted">
          Você entra por links enviados a <Email>{email}</Email>. Enviamos um agora para confirmar que é você.
        </p>
      )}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onCancel}>Cancelar</Button>
        <Button
          variant={waiting ? 'secondary' : 'primary'}
          busy={busy !== undefined}
          onClick={() => void send()}
        >
          {waiting ? 'Enviar de novo' : 'Enviar link'}
        </Button>
      </div>
    </div>
  );
}
