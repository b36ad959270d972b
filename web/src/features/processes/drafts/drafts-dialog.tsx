import type { AnswerOf } from '@lacre/contracts';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FilePen, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { asProblem } from '@/lib/api/problem.ts';
import { plural } from '@/lib/format/format.ts';
import { formatRelative } from '@/lib/format/relative.ts';
import { api } from '@/lib/session/session.ts';

import { draftQueries } from './queries.ts';

type Drafts = AnswerOf<'listProcessDrafts'>;
type ListedDraft = Drafts['items'][number];

/** Processes that the user or the team has begun to put together. */
export function DraftsDialog({ query, onClose }: { query: UseQueryResult<Drafts>; onClose: () => void }) {
  const { data, error, isFetching, refetch } = query;
  const place = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Rascunhos"
      description="Processos que você ou sua equipe começaram e ainda não enviaram."
    >
      <div ref={place} tabIndex={-1} className="outline-none">
        {data === undefined &&
          (error === null ? (
            <SkeletonRows rows={3} />
          ) : (
            <ProblemCallout error={asProblem(error)} onRetry={() => void refetch()} retrying={isFetching} />
          ))}
        {data?.items.length === 0 && (
          <EmptyState icon={<FilePen />} title="Nenhum rascunho" className="py-8!">
            O que você começa em “Novo processo” fica guardado aqui até ser enviado.
          </EmptyState>
        )}
        {data !== undefined && data.items.length > 0 && (
          <ul className="divide-y divide-line">
            {data.items.map((draft) => (
              <DraftRow key={draft.draftId} draft={draft} onDiscarded={() => place.current?.focus()} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

const nameOf = ({ summary }: ListedDraft): string => (summary === '' ? 'Sem resumo ainda' : summary);

function DraftRow({ draft, onDiscarded }: { draft: ListedDraft; onDiscarded: () => void }) {
  const { draftId, companyName, documents, participants, changedBy, changedAt } = draft;
  return (
    <li className="flex items-center gap-3 py-3">
      <FilePen aria-hidden="true" className="size-5 shrink-0 text-subtle max-sm:hidden" />
      <div className="min-w-0 flex-1 text-sm">
        <Link
          to="/processes/new"
          search={{ draft: draftId }}
          className="font-medium wrap-anywhere hover:underline"
        >
          {nameOf(draft)}
        </Link>
        <p className="text-[0.8125rem] text-muted">
          {[
            companyName,
            documents === 0 ? 'sem documentos' : plural(documents, 'documento'),
            participants === 0 ? 'ninguém incluído' : plural(participants, 'pessoa'),
            `${changedBy.name ?? 'Alguém que saiu da conta'}, ${formatRelative(changedAt)}`,
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </p>
      </div>
      <DiscardButton draft={draft} onDiscarded={onDiscarded} />
    </li>
  );
}

function DiscardButton({ draft, onDiscarded }: { draft: ListedDraft; onDiscarded: () => void }) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function discard(): Promise<void> {
    setBusy(true);
    try {
      await api.call('removeProcessDraft', { params: { draftId: draft.draftId } });
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code !== 'PROCESS_DRAFT_NOT_FOUND') {
        toast.error(problem.title);
        setBusy(false);
        return;
      }
    }
    setAsking(false);
    await queryClient.invalidateQueries({ queryKey: draftQueries.all });
    onDiscarded();
  }

  return (
    <>
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={`Descartar o rascunho ${nameOf(draft)}`}
        icon={<Trash2 />}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Descartar este rascunho?"
        description={`“${nameOf(draft)}” será apagado para toda a equipe. Não é possível desfazer.`}
        confirmLabel="Descartar"
        danger
        busy={busy}
        onConfirm={() => void discard()}
      />
    </>
  );
}
