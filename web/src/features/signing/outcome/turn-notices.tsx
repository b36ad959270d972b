import { useState } from 'react';

import { PushSwitch } from '@/entities/notification/push-switch.tsx';
import { say } from '@/i18n/say.ts';
import { isPushBlocked, ownSubscription } from '@/lib/browser/push.ts';
import { personApi } from '@/lib/session/person-session.ts';
import { usePersonSession } from '@/lib/session/use-session.ts';

/** Offers a signer to be notified of their turn at this browser. */
export function TurnNotices() {
  const personId = usePersonSession()?.person.personId;
  // Who has forbidden notifications and never asked for these is not told how to allow them.
  const [isUnasked] = useState(() => isPushBlocked() && ownSubscription.of(personId ?? '') === undefined);
  if (personId === undefined || isUnasked) return null;
  return (
    <PushSwitch
      api={personApi}
      recipientId={personId}
      offer={say(
        'Quando for a sua vez de assinar, este aparelho pode mostrar um aviso com o assunto do email. Dá para desligar aqui quando quiser.',
      )}
      kept={say('Este aparelho avisa quando for a sua vez de assinar.')}
    />
  );
}
