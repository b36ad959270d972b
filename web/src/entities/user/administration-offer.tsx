import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { RecentlySignedIn, useRecently } from '@/entities/session/recently.tsx';
import { formatDateTime } from '@/lib/format/format.ts';
import { api, session, type CurrentUser } from '@/lib/session/session.ts';

import { accountQueries } from './account-query.ts';
import { administrationQueries, userQueries, type Offer } from './queries.ts';

type Act = 'accept' | 'decline' | 'withdraw';

/** The administration that is on offer, for users who may answer or withdraw it; nothing when there is none. */
export function AdministrationOffer({ me, className }: { me: CurrentUser; className?: string }) {
  const { data: offer } = useQuery({ ...administrationQueries.offer, enabled: me.role !== 'totem' });
  const { data: account } = useQuery({
    ...accountQueries.account,
    enabled: offer !== undefined && offer !== null,
  });
  const [asking, setAsking] = useState<Act>();
  if (offer === undefined || offer === null) return null;
  const until = formatDateTime(offer.expiresAt);
  const isMine = offer.to.uid === me.uid;
  return (
    <div className={className}>
      {isMine ? (
        <Callout
          tone="info"
          title={`${offer.from.name} oferece a você a administração da conta`}
          action={
            <>
              <Button size="sm" onClick={() => setAsking('decline')}>
                Recusar
              </Button>
              <Button size="sm" variant="primary" onClick={() => setAsking('accept')}>
                Aceitar
              </Button>
            </>
          }
        >
          Se você aceitar até {until}, passa a administrar a conta, e {offer.from.name} vira gerente. Sem
          resposta, nada muda.
        </Callout>
      ) : (
        <Callout
          tone="info"
          title={`A administração foi oferecida a ${offer.to.name}`}
          action={
            <Button size="sm" onClick={() => setAsking('withdraw')}>
              Retirar oferta
            </Button>
          }
        >
          {offer.from.uid === me.uid
            ? `Quando ${offer.to.name} aceitar, até ${until}, você passa a ser gerente.`
            : `Oferta de ${offer.from.name}, que vale até ${until}.`}
        </Callout>
      )}
      {asking !== undefined && account !== undefined && (
        <RecentlySignedIn account={account}>
          <Answer act={asking} offer={offer} onClose={() => setAsking(undefined)} />
        </RecentlySignedIn>
      )}
    </div>
  );
}

function Answer({ act, offer, onClose }: { act: Act; offer: Offer; onClose: () => void }) {
  const queryClient = useQueryClient();
  const recently = useRecently();
  const params = { offerId: offer.offerId };
  const words = {
    accept: {
      title: 'Aceitar a administração da conta?',
      description: `Você passa a poder tudo nesta conta, e ${offer.from.name} vira gerente. Os dois recebem um aviso por email.`,
      confirm: 'Aceitar administração',
      done: 'Você agora administra a conta',
    },
    decline: {
      title: 'Recusar a administração da conta?',
      description: `Nada muda. ${offer.from.name} recebe um aviso e pode oferecer de novo.`,
      confirm: 'Recusar',
      done: 'Oferta recusada',
    },
    withdraw: {
      title: 'Retirar a oferta da administração?',
      description: `${offer.to.name} recebe um aviso e não pode mais aceitar. Nada muda na conta.`,
      confirm: 'Retirar oferta',
      done: 'Oferta retirada',
    },
  }[act];
  return (
    <ConfirmCommand
      title={words.title}
      description={words.description}
      confirmLabel={words.confirm}
      send={(idempotencyKey) =>
        act === 'accept'
          ? recently(async () => {
              await api.call('acceptAdministration', { params, idempotencyKey });
            })
          : api.call('endAdministrationOffer', { params, idempotencyKey })
      }
      onDone={async () => {
        if (act === 'accept') session.learn({ role: 'administrator' });
        await Promise.all(
          [administrationQueries.all, userQueries.all].map((queryKey) =>
            queryClient.invalidateQueries({ queryKey }),
          ),
        );
        toast.success(words.done);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
