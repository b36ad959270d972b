import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { Section } from '@/components/app/section.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { toast } from '@/components/ui/toast.ts';
import { asProblem, isAbort, type Problem } from '@/lib/api/problem.ts';
import { api, session, type CurrentUser } from '@/lib/api/session.ts';

import { useRecently } from './recently.tsx';

/** Leaving the tenant for good. Its administrator stays with it. */
export function DeleteAccountSection({ user }: { user: CurrentUser }) {
  const navigate = useNavigate();
  const recently = useRecently();
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [asked, setAsked] = useState(false);
  const fits = typed.trim().toLowerCase() === user.email.toLowerCase();

  async function remove(): Promise<void> {
    setAsked(true);
    if (!fits) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await recently(async () => {
        await api.call('deleteAccount');
      });
      session.drop();
      toast.success('Sua conta de usuário foi excluída');
      await navigate({ to: '/' });
    } catch (error) {
      if (!isAbort(error)) setProblem(asProblem(error));
      setBusy(false);
    }
  }

  if (user.role === 'administrator') {
    return (
      <Section
        title="Excluir minha conta"
        text="O administrador é criado com a conta e não pode ser excluído: ela nunca fica sem quem a administre."
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
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Excluir sua conta?"
        description="Não é possível desfazer. Para voltar, alguém precisará convidar você de novo."
        confirmLabel="Excluir minha conta"
        danger
        busy={busy}
        onConfirm={() => void remove()}
      >
        <ProblemCallout error={problem} className="mb-4" />
        <Field
          label={`Para confirmar, digite ${user.email}`}
          error={asked && !fits ? 'Digite o email como está acima' : undefined}
        >
          <Input value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
        </Field>
      </ConfirmDialog>
    </Section>
  );
}
