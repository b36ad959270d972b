import type { ReactNode } from 'react';

import { PushSwitch } from '@/entities/notification/push-switch.tsx';
import { api } from '@/lib/session/session.ts';

/** Offers a requester to be notified at this browser of how their processes end. */
export function Notices({
  userId,
  frame,
}: {
  userId: string;
  frame: (text: ReactNode, action: ReactNode) => ReactNode;
}) {
  return (
    <PushSwitch
      api={api}
      recipientId={userId}
      offer="Quando todos assinarem um processo seu, ou alguém recusar, este aparelho pode mostrar um aviso com o assunto do email. Dá para desligar aqui quando quiser."
      kept="Este aparelho avisa quando todos assinam um processo seu ou alguém recusa."
      frame={frame}
    />
  );
}
