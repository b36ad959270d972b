import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  EllipsisVertical,
  Handshake,
  MailPlus,
  Pencil,
  Power,
  PowerOff,
  ShieldOff,
  ShieldPlus,
  Trash2,
  UserRound,
} from 'lucide-react';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/components/ui/actions/dropdown-menu.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { RecentAct } from '@/entities/session/recent-act.tsx';
import { useRecently } from '@/entities/session/recently.tsx';
import { userQueries, type ListedUser } from '@/entities/user/queries.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { api, type CurrentUser } from '@/lib/session/session.ts';

import { AdministrationDialog, type AdministrationAct } from './administration-dialog.tsx';

type Asking = 'deactivate' | 'remove' | AdministrationAct;

/** What the signed-in user may do with a user of the list. */
export function UserActions({
  user,
  me,
  isOnlyAdministrator,
  onEdit,
}: {
  user: ListedUser;
  me: CurrentUser;
  /** The signed-in user is the only administrator. */
  isOnlyAdministrator: boolean;
  onEdit: () => void;
}) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<Asking>();
  const { uid, name, role } = user;
  const close = () => setAsking(undefined);

  async function told(done: string): Promise<void> {
    await queryClient.invalidateQueries({ queryKey: userQueries.all });
    toast.success(done, { description: name });
  }
  /** What can be undone is done without being asked about. */
  async function attempt(what: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await what();
      await told(done);
    } catch (error) {
      const problem = asProblem(error);
      toast.error(problem.title, { description: problem.detail });
    }
  }
  const edited = (active: boolean, idempotencyKey?: string) =>
    api.call('editUser', {
      params: { uid },
      body: { user: { active }, avatar: user.photoURL },
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });

  const administration = asking !== undefined && asking !== 'deactivate' && asking !== 'remove' && (
    <AdministrationDialog act={asking} user={user} onClose={close} />
  );
  if (uid === me.uid) {
    return (
      <>
        <Menu trigger={<Trigger name={name} />}>
          <MenuLink>
            <Link to="/profile">
              <UserRound />
              Abrir meu perfil
            </Link>
          </MenuLink>
          {me.role === 'administrator' && !isOnlyAdministrator && (
            <MenuItem danger icon={<ShieldOff />} onSelect={() => setAsking('step-down')}>
              Deixar de ser administrador
            </MenuItem>
          )}
        </Menu>
        {administration}
      </>
    );
  }
  const mayAdminister =
    me.role === 'administrator' && role !== 'totem' && user.active && user.invitation === 'accepted';
  // Only an administrator edits one.
  if (role === 'administrator' && me.role !== 'administrator') return null;
  return (
    <>
      <Menu trigger={<Trigger name={name} />}>
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Editar
        </MenuItem>
        {user.invitation === 'pending' && user.active && (
          <MenuItem
            icon={<MailPlus />}
            onSelect={() =>
              void attempt(() => api.call('inviteUser', { params: { uid } }), 'Convite enviado de novo')
            }
          >
            Reenviar convite
          </MenuItem>
        )}
        {mayAdminister && role === 'administrator' && (
          <MenuItem danger icon={<ShieldOff />} onSelect={() => setAsking('demote')}>
            Retirar da administração
          </MenuItem>
        )}
        {mayAdminister && role !== 'administrator' && (
          <>
            <MenuItem icon={<ShieldPlus />} onSelect={() => setAsking('promote')}>
              Tornar administrador
            </MenuItem>
            <MenuItem icon={<Handshake />} onSelect={() => setAsking('offer')}>
              Passar minha administração
            </MenuItem>
          </>
        )}
        {role !== 'administrator' && (
          <>
            <MenuItem
              icon={user.active ? <PowerOff /> : <Power />}
              onSelect={() =>
                user.active ? setAsking('deactivate') : void attempt(() => edited(true), 'Usuário ativado')
              }
            >
              {user.active ? 'Inativar' : 'Ativar'}
            </MenuItem>
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 />} onSelect={() => setAsking('remove')}>
              Remover
            </MenuItem>
          </>
        )}
      </Menu>
      {administration}
      {asking === 'deactivate' && (
        <ConfirmCommand
          title={`Inativar ${name}?`}
          description="Deixa de entrar no Lacre na hora, e seus tokens de API param. Dá para ativar de novo quando quiser."
          confirmLabel="Inativar"
          send={(idempotencyKey) => edited(false, idempotencyKey)}
          onDone={async () => {
            await told('Usuário inativado');
            close();
          }}
          onClose={close}
        />
      )}
      {asking === 'remove' && (
        <RecentAct>
          <RemoveUser
            name={name}
            uid={uid}
            onDone={async () => {
              await told('Usuário removido');
              close();
            }}
            onClose={close}
          />
        </RecentAct>
      )}
    </>
  );
}

interface Removal {
  name: string;
  uid: string;
  onDone: () => Promise<void>;
  onClose: () => void;
}

function RemoveUser({ name, uid, onDone, onClose }: Removal) {
  const recently = useRecently();
  return (
    <ConfirmCommand
      title={`Remover ${name}?`}
      description="Não entra mais no Lacre. Os processos que criou continuam como estão. Não é possível desfazer."
      confirmLabel="Remover usuário"
      danger
      send={(idempotencyKey) =>
        recently(async () => {
          await api.call('removeUser', { params: { uid }, idempotencyKey });
        })
      }
      onDone={onDone}
      onClose={onClose}
    />
  );
}

function Trigger({ name, ...rest }: { name: string } & Omit<React.ComponentProps<typeof Button>, 'name'>) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Ações de ${name}`}
      icon={<EllipsisVertical />}
      {...rest}
    />
  );
}
