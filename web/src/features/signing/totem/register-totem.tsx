import { isEmptyText } from '@lacre/contracts/emptiness';
import { MAX_DEVICE_NAME_LENGTH } from '@lacre/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Field } from '@/components/ui/fields/field.tsx';
import { Input } from '@/components/ui/fields/input.tsx';
import { useSignOut } from '@/entities/session/use-sign-out.ts';
import { totemQueries } from '@/entities/totem/queries.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { api } from '@/lib/session/session.ts';

import { fillScreen } from './use-kept-here.ts';

/** A totem user has just signed in at a tablet: it gets a name, by which the account knows it from then on. */
export function RegisterTotem({ tenantName }: { tenantName: string }) {
  const queryClient = useQueryClient();
  const leave = useSignOut();
  const [name, setName] = useState('');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const missing = isEmptyText(name);

  async function register(): Promise<void> {
    setAsked(true);
    if (missing) return;
    setBusy(true);
    setProblem(undefined);
    fillScreen();
    try {
      // Registered once whatever happens: the tablet keeps the name that arrived first.
      const { totemId, name: kept } = await api.call('registerTotem', { body: { name } });
      queryClient.setQueryData(
        totemQueries.current.queryKey,
        (before) => before && { ...before, totem: { totemId, name: kept } },
      );
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  return (
    <main id="conteudo" className="mx-auto flex min-h-dvh w-full max-w-lg flex-col justify-center px-4 py-10">
      <span className="flex size-14 items-center justify-center rounded-2xl bg-primary-soft text-primary-ink">
        <MonitorSmartphone aria-hidden="true" className="size-7" />
      </span>
      <h1 className="mt-5 text-2xl font-semibold">Usar este aparelho como totem</h1>
      <p className="mt-2 text-muted">
        As pessoas chamadas por {tenantName} vão assinar aqui, uma depois da outra. Dê ao aparelho um nome que
        diga onde ele está.
      </p>
      <form
        noValidate
        className="mt-8 flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void register();
        }}
      >
        <ProblemCallout error={problem} />
        <Field
          label="Nome do totem"
          required
          error={asked && missing ? 'Por favor, insira o nome do totem' : undefined}
        >
          <Input
            value={name}
            maxLength={MAX_DEVICE_NAME_LENGTH}
            placeholder="Ex.: Recepção"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block busy={busy}>
          {busy ? 'Registrando…' : 'Registrar e começar'}
        </Button>
        <Button variant="ghost" size="lg" block onClick={leave}>
          Sair
        </Button>
      </form>
      <p className="mt-6 text-sm text-subtle">
        Depois disso, esta tela só sai do totem quando alguém da administração o revogar, em Usuários. Para
        que ninguém chegue ao navegador, deixe o aparelho no modo quiosque dele.
      </p>
    </main>
  );
}
