import type { ReactNode } from 'react';

import { PushSwitch, type Kinds } from '@/entities/notification/push-switch.tsx';
import { api } from '@/lib/session/session.ts';

const KINDS: Kinds = {
  turn: 'Espera a sua assinatura',
  finished: 'Foi assinado por todos',
  refused: 'Foi recusado por alguém',
  expired: 'Passou do prazo',
};

/** Offers a requester to be notified at this browser of what becomes of their processes, and of what of it. */
export function Notices({
  userId,
  frame,
}: {
  userId: string;
  frame: (text: ReactNode, action: ReactNode, choices: ReactNode) => ReactNode;
}) {
  return (
    <PushSwitch
      api={api}
      recipientId={userId}
      offer="Quando um processo seu esperar a sua assinatura, terminar, for recusado ou passar do prazo, este aparelho pode mostrar um aviso com o assunto do email. Dá para escolher de quê, e desligar aqui quando quiser."
      kept="Este aparelho avisa quando um processo seu:"
      kinds={KINDS}
      frame={frame}
    />
  );
}
