import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { Section } from '@/components/page/section.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { Field } from '@/components/ui/fields/field.tsx';
import { Input } from '@/components/ui/fields/input.tsx';
import { useRecently } from '@/entities/session/recently.tsx';
import { api, session, type CurrentUser } from '@/lib/session/session.ts';

/** Leaving the tenant for good, which an administrator stops being one for first. */
export function DeleteAccountSection({ user }: { user: CurrentUser }) {
  const navigate = useNavigate();
  const recently = useRecently();
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const fits = typed.trim().toLowerCase() === user.email.toLowerCase();

  if (user.role === 'administrator') {
    return (
      <Section
        title="Excluir minha conta"
        text="Quem administra não exclui a própria conta de usuário: antes, em Usuários, passe a administração a outra pessoa ou, se houver mais administradores, deixe de ser um."
        action={
          <Button asChild>
            <Link to="/users">Abrir Usuários</Link>
          </Button>
        }
      />
    );
  }
  return (
    <Section
      title="Excluir minha conta"
      text={`Você deixa de fazer parte de ${user.tenant.name} e não entra mais. O que você fez permanece no histórico.`}
      action={
        <Button variant="dangerGhost" onClick={() => setAsking(true)}>
          Excluir minha conta
        </Button>
      }
    >
      {asking && (
        <ConfirmCommand
          title="Excluir sua conta?"
          description="Não é possível desfazer. Para voltar, alguém precisará convidar você de novo."
          confirmLabel="Excluir minha conta"
          danger
          unsaved={typed !== ''}
          ready={fits}
          onUnready={() => setAsked(true)}
          send={(idempotencyKey) =>
            recently(async () => {
              await api.call('deleteAccount', { idempotencyKey });
            })
          }
          onDone={async () => {
            session.drop();
            toast.success('Sua conta de usuário foi excluída');
            await navigate({ to: '/' });
          }}
          onClose={() => setAsking(false)}
        >
          <Field
            label={`Para confirmar, digite ${user.email}`}
            error={asked && !fits ? 'Digite o email como está acima' : undefined}
          >
            <Input value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
          </Field>
        </ConfirmCommand>
      )}
    </Section>
  );
}
