import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EllipsisVertical, MailPlus, Pencil, Power, PowerOff, Trash2, UserRound } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/components/ui/dropdown-menu.tsx';
import { toast } from '@/components/ui/toast.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { api, type CurrentUser } from '@/lib/api/session.ts';

import { userQueries, type ListedUser } from './queries.ts';

type Asking = 'deactivate' | 'remove';

/** What whoever looks at the list may do with one of its users. */
export function UserActions({ user, me, onEdit }: { user: ListedUser; me: CurrentUser; onEdit: () => void }) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<Asking>();
  const [busy, setBusy] = useState(false);
  const { uid, name, role } = user;

  async function attempt(what: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(true);
    try {
      await what();
      await queryClient.invalidateQueries({ queryKey: userQueries.all });
      toast.success(done, { description: name });
    } catch (error) {
      const problem = asProblem(error);
      toast.error(problem.title, { description: problem.detail });
    } finally {
      setBusy(false);
      // What was asked meanwhile is another question.
      setAsking((now) => (now === asking ? undefined : now));
    }
  }
  const setActive = (active: boolean) =>
    attempt(
      () => api.call('editUser', { params: { uid }, body: { user: { active }, avatar: user.photoURL } }),
      active ? 'Usuário ativado' : 'Usuário inativado',
    );

  if (uid === me.uid) {
    return (
      <Menu trigger={<Trigger name={name} />}>
        <MenuLink>
          <Link to="/profile">
            <UserRound />
            Abrir meu perfil
          </Link>
        </MenuLink>
      </Menu>
    );
  }
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
        {role !== 'administrator' && (
          <>
            <MenuItem
              icon={user.active ? <PowerOff /> : <Power />}
              onSelect={() => (user.active ? setAsking('deactivate') : void setActive(true))}
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
      <ConfirmDialog
        open={asking === 'deactivate'}
        onOpenChange={() => setAsking(undefined)}
        title={`Inativar ${name}?`}
        description="Deixa de entrar no Lacre na hora, e seus tokens de API param. Dá para ativar de novo quando quiser."
        confirmLabel="Inativar"
        danger
        busy={busy}
        onConfirm={() => void setActive(false)}
      />
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={() => setAsking(undefined)}
        title={`Remover ${name}?`}
        description="Não entra mais no Lacre. Os processos que criou continuam como estão. Não é possível desfazer."
        confirmLabel="Remover usuário"
        danger
        busy={busy}
        onConfirm={() =>
          void attempt(() => api.call('removeUser', { params: { id: uid } }), 'Usuário removido')
        }
      />
    </>
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
