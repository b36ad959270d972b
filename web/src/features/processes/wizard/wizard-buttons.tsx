import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog.tsx';
import { creditsQuery } from '@/entities/tenant/credits-query.ts';
import type { Draft } from '@/features/processes/wizard/draft/draft.ts';
import type { Filling } from '@/features/processes/wizard/draft/use-filling.ts';

/** Sends the process, where the credits suffice. */
export function CreateButton({
  draft,
  signsNext,
  filling,
  busy,
  onCreate,
}: {
  draft: Draft;
  /** The user signs next, and no one else is asked. */
  signsNext: boolean;
  filling: Filling;
  busy: boolean;
  onCreate: () => void;
}) {
  const { data } = useQuery(creditsQuery);
  const short = data !== undefined && data.balance < draft.documents.length;
  return (
    <Button
      variant="primary"
      size="lg"
      // In languages of longer words it takes two lines of a phone.
      style={{ flexShrink: 1, lineHeight: 1.25, whiteSpace: 'normal' }}
      icon={<Send />}
      busy={busy || filling.busy}
      disabled={short || (filling.pending && !filling.busy)}
      onClick={onCreate}
    >
      {busy ? 'Enviando…' : signsNext ? 'Confirmar e assinar' : 'Enviar para assinatura'}
    </Button>
  );
}

/** Forgets the draft, once the user has said so. */
export function DiscardButton({ onDiscard }: { onDiscard: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="ghost" flush="end" onClick={() => setAsking(true)}>
        Descartar
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Descartar este rascunho?"
        description="Os arquivos enviados e tudo o que você preencheu serão apagados."
        confirmLabel="Descartar"
        danger
        onConfirm={() => {
          setAsking(false);
          onDiscard();
        }}
      />
    </>
  );
}
