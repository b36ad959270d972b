import { ADMINISTRATION_OFFER_DAYS } from '@lacre/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { RecentAct } from '@/entities/session/recent-act.tsx';
import { useRecently } from '@/entities/session/recently.tsx';
import { administrationQueries, userQueries, type ListedUser } from '@/entities/user/queries.ts';
import { api, session } from '@/lib/session/session.ts';

export type AdministrationAct = 'promote' | 'demote' | 'step-down' | 'offer';

interface Words {
  title: string;
  description: string;
  confirm: string;
  done: string;
  danger?: true;
}

const wordsOf = (act: AdministrationAct, name: string): Words =>
  ({
    promote: {
      title: `Tornar ${name} administrador?`,
      description:
        'Passa a poder tudo nesta conta, inclusive retirar você da administração. Vocês dois recebem um aviso por email.',
      confirm: 'Tornar administrador',
      done: 'Administrador incluído',
    },
    demote: {
      title: `Retirar ${name} da administração?`,
      description:
        'Passa a ser gerente na hora. Os processos que criou continuam como estão. Vocês dois recebem um aviso por email.',
      confirm: 'Retirar da administração',
      done: 'Administrador retirado',
      danger: true,
    },
    'step-down': {
      title: 'Deixar de ser administrador?',
      description: 'Você passa a ser gerente. Para voltar, outro administrador precisará incluir você.',
      confirm: 'Deixar de ser administrador',
      done: 'Você agora é gerente',
      danger: true,
    },
    offer: {
      title: `Passar sua administração a ${name}?`,
      description: `Enviamos a oferta por email. Quando a outra pessoa aceitar, ela administra a conta e você passa a ser gerente. Até lá nada muda, e você pode retirar a oferta; depois de ${ADMINISTRATION_OFFER_DAYS} dias ela vence.`,
      confirm: 'Oferecer administração',
      done: 'Administração oferecida',
    },
  })[act] as Words;

interface Props {
  act: AdministrationAct;
  user: ListedUser;
  onClose: () => void;
}

/** Asks before a change of who administers, which needs a sign-in of a moment ago. */
export function AdministrationDialog(props: Props) {
  return (
    <RecentAct>
      <Confirm {...props} />
    </RecentAct>
  );
}

function Confirm({ act, user, onClose }: Props) {
  const queryClient = useQueryClient();
  const recently = useRecently();
  const words = wordsOf(act, user.name);
  const params = { uid: user.uid };
  const ask = async (idempotencyKey: string): Promise<void> => {
    if (act === 'promote') await api.call('promoteAdministrator', { params, idempotencyKey });
    else if (act === 'offer') await api.call('offerAdministration', { body: params, idempotencyKey });
    else await api.call('demoteAdministrator', { params, idempotencyKey });
  };
  return (
    <ConfirmCommand
      title={words.title}
      description={words.description}
      confirmLabel={words.confirm}
      danger={words.danger ?? false}
      send={(idempotencyKey) => recently(() => ask(idempotencyKey))}
      onDone={async () => {
        if (act === 'step-down') session.learn({ role: 'manager' });
        await Promise.all(
          [userQueries.all, administrationQueries.all].map((queryKey) =>
            queryClient.invalidateQueries({ queryKey }),
          ),
        );
        toast.success(words.done, act === 'step-down' ? {} : { description: user.name });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
