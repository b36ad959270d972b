import type { AnswerOf } from '@lacre/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FilePen, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog.tsx';
import { draftStoreOf } from '@/features/processes/wizard/draft/draft-store.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { plural } from '@/lib/format/format.ts';
import { formatRelative } from '@/lib/format/relative.ts';
import { api } from '@/lib/session/session.ts';

/** So many drafts stand above the processes; the rest are a click away. */
const SHOWN = 3;
const MOST = 100;

const DRAFTS = ['process-drafts'];
const draftsQuery = (uid: string) =>
  queryOptions({
    queryKey: [...DRAFTS, uid],
    queryFn: async ({ signal }) => {
      // What was changed last before the page was left is in the tab alone.
      await draftStoreOf(uid).save();
      return api.call('listProcessDrafts', { query: { pageSize: MOST }, signal });
    },
    // They change in the wizard, and by colleagues.
    staleTime: 0,
  });
type ListedDraft = AnswerOf<'listProcessDrafts'>['items'][number];

/** Processes that the user or the team has begun to put together; nothing where there is none. */
export function DraftList({ uid }: { uid: string }) {
  const { data, error, refetch } = useQuery(draftsQuery(uid));
  const [isWhole, setIsWhole] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  if (error !== null && data === undefined)
    return <ProblemCallout error={asProblem(error)} onRetry={() => void refetch()} className="mt-5" />;
  if (data === undefined || data.items.length === 0) return null;
  const shown = isWhole ? data.items : data.items.slice(0, SHOWN);
  return (
    <section aria-labelledby="rascunhos" className="mt-5 card">
      <h2 ref={heading} id="rascunhos" tabIndex={-1} className="px-4 pt-4 font-semibold outline-none sm:px-5">
        Rascunhos <span className="font-normal text-subtle tabular">{data.total}</span>
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {shown.map((draft) => (
          <DraftRow key={draft.draftId} draft={draft} onDiscarded={() => heading.current?.focus()} />
        ))}
      </ul>
      {data.items.length > SHOWN && (
        <div className="border-t border-line p-2">
          <Button variant="ghost" size="sm" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Mostrar menos' : `Mostrar todos os ${data.items.length}`}
          </Button>
        </div>
      )}
    </section>
  );
}

const nameOf = ({ summary }: ListedDraft): string => (summary === '' ? 'Sem resumo ainda' : summary);

function DraftRow({ draft, onDiscarded }: { draft: ListedDraft; onDiscarded: () => void }) {
  const { draftId, companyName, documents, participants, changedBy, changedAt } = draft;
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
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
    await queryClient.invalidateQueries({ queryKey: DRAFTS });
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
