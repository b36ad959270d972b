import { FileSignature, Hourglass, LogOut, Send } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { say } from '@/i18n/say.ts';
import { personSession } from '@/lib/session/person-session.ts';

import { forgetProgress } from './progress.ts';
import type { LaterRequest } from './queries.ts';

const TurnNotices = lazyPart(
  () => import('@/features/signing/outcome/turn-notices.tsx'),
  (code) => code.TurnNotices,
);

/** Why the request of the link is not here: it is for later, was handed on, or is none of this person's. */
export function NothingToSign({
  later,
  delegate,
  linked,
  others,
}: {
  later: LaterRequest | undefined;
  /** Whom the person handed it on to. */
  delegate: string | undefined;
  /** The link names a request. */
  linked: boolean;
  /** How many other requests wait. */
  others: number;
}) {
  if (later !== undefined) return <NotYet request={later} others={others} />;
  if (delegate !== undefined) return <HandedOn to={delegate} others={others} />;
  return <NotAsked linked={linked} others={others} />;
}

/** In the middle of the window, or at the head of what else waits. */
const placeOf = (others: number): string => (others > 0 ? 'pt-16 pb-10' : 'flex-1 justify-center');

function NotAsked({ linked, others }: { linked: boolean; others: number }) {
  if (others > 0 && !linked) return null;
  return (
    <EmptyState
      level="h1"
      icon={<FileSignature />}
      title={linked ? say('Este pedido não está nesta sessão') : say('Nada para assinar agora')}
      action={
        linked ? (
          <Button
            icon={<LogOut />}
            onClick={() => {
              forgetProgress();
              personSession.leave();
            }}
          >
            {say('Confirmar de novo quem sou')}
          </Button>
        ) : undefined
      }
      className={placeOf(others)}
    >
      {linked
        ? say(
            'O convite pode ter sido enviado a outro contato seu: confirme de novo quem você é, e o código vai para o contato deste convite. Se não der certo, o processo passou a outra pessoa ou deixou de existir; fale com quem pediu a assinatura.',
          )
        : say(
            'Quando alguém pedir a sua assinatura, o convite chega por email. Você já pode fechar esta página.',
          )}
    </EmptyState>
  );
}

/** The person handed their signatures on. */
function HandedOn({ to, others }: { to: string; others: number }) {
  return (
    <EmptyState level="h1" icon={<Send />} title={say('Assinatura encaminhada')} className={placeOf(others)}>
      {say(
        '{0} recebe o convite e confirma quem é antes de assinar. Quem pediu a assinatura foi avisado, e você recebe um comprovante por email. Você já pode fechar esta página.',
        to,
      )}
    </EmptyState>
  );
}

/** Others sign first. */
function NotYet({ request, others }: { request: LaterRequest; others: number }) {
  return (
    <EmptyState
      level="h1"
      icon={<Hourglass />}
      title={say('Ainda não é a sua vez')}
      action={<TurnNotices />}
      className={placeOf(others)}
    >
      {say(
        '{0}, de {1}, definiu uma ordem, e outras pessoas assinam antes de você. Quando chegar a sua vez, avisamos por email; até lá, você não precisa fazer nada.',
        request.requesterName,
        request.tenantName,
      )}
    </EmptyState>
  );
}
