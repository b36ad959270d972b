import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';

import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Email } from '@/components/ui/email.tsx';
import { Progress } from '@/components/ui/progress.tsx';
import { anonymousApi, api, session, type CurrentUser } from '@/lib/api/session.ts';
import { useAttempt } from '@/lib/use-attempt.ts';

import { accountQueries } from './account-query.ts';

/** How often it is asked whether the link was opened, milliseconds. */
const ASK_AGAIN_MS = 3000;

/**
 * For an account that is entered by mailed links alone: sends one, and goes on by itself once it was opened in another
 * tab of this browser, whose session is this one's too.
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
  const [minutes, setMinutes] = useState<number>();
  const waiting = minutes !== undefined;
  const { data: isRecent = false } = useQuery({
    queryKey: [...accountQueries.all, 'recently'],
    queryFn: async ({ signal }) => (await api.call('getAccount', { signal })).recentlySignedIn,
    enabled: waiting,
    refetchInterval: ASK_AGAIN_MS,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  });
  useEffect(() => {
    const state = session.get();
    if (isRecent && state.status === 'authenticated') onEntered(state.user);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the link was opened
  }, [isRecent]);
  const send = () =>
    attempt('send', async () => {
      const { expiresInSeconds } = await anonymousApi.call('requestSignInLink', { body: { email } });
      setMinutes(Math.round(expiresInSeconds / 60));
    });
  return (
    <div className="flex flex-col gap-4">
      <ProblemCallout error={problem} />
      {waiting ? (
        <output className="flex flex-col gap-3 text-sm text-muted">
          <span className="flex gap-3">
            <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
            <span>
              Enviamos um link a <Email>{email}</Email>, que vale por {minutes} minutos. Abra-o neste mesmo
              navegador: esta janela percebe e continua sozinha.
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
