import { useQuery } from '@tanstack/react-query';
import { Ban, BellRing, CalendarPlus, CopyPlus, TagIcon } from 'lucide-react';
import { useState } from 'react';

import { PageHeader } from '@/components/page/page-header.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { ViewerOverlay } from '@/components/pdf/viewer-overlay.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { MenuItem, MenuSeparator } from '@/components/ui/actions/dropdown-menu.tsx';
import { MoreMenu } from '@/components/ui/actions/more-menu.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { documentSignaturesQuery } from '@/entities/document/document-signatures-query.ts';
import { processQueries, type ProcessDetail, type ProcessSignature } from '@/entities/process/queries.ts';
import { StatusBadge } from '@/entities/process/status-badge.tsx';
import { pathOf } from '@/lib/api/client.ts';
import { downloadFile, originalFileName, sealedFileName } from '@/lib/api/download.ts';
import { afterPaint } from '@/lib/browser/after-paint.ts';
import { plural } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

import { atMoment } from './at-moment.ts';
import type { CancelTarget } from './cancel-dialog.tsx';
import { DocumentsCard } from './documents-card.tsx';
import { ParticipantsCard } from './participants-card.tsx';
import { Overview } from './process-overview.tsx';
import type { Steering } from './steering-dialogs.tsx';
import { useDuplicate } from './use-duplicate.ts';

// What is asked for seldom comes when it is.
const MomentBar = lazyPart(
  () => import('./moment-bar.tsx'),
  (code) => code.MomentBar,
);
const CancelDialog = lazyDialog(
  () => import('./cancel-dialog.tsx'),
  (code) => code.CancelDialog,
);
const SeenDialog = lazyDialog(
  () => import('./seen-dialog.tsx'),
  (code) => code.SeenDialog,
);
const SteeringDialog = lazyDialog(
  () => import('./steering-dialogs.tsx'),
  (code) => code.SteeringDialog,
);

// What happened stands beside or below what the requester comes for: its code and its pictures come after that.
const TimelineCard = lazyPart(
  () => import('./timeline-card.tsx'),
  (code) => code.TimelineCard,
  <div className="card p-5">
    <SkeletonRows rows={3} label="Carregando a linha do tempo…" />
  </div>,
);
TimelineCard.prepare();

interface ProcessPageProps {
  processId: string;
  /** The document open over the page; it is in the address, so that the back button closes it. */
  viewing: string | undefined;
  /** Which of its files: the sealed one, or the one shown to signers. */
  version: 'sealed' | undefined;
  onView: (documentId: string | undefined, version?: 'sealed') => void;
  /** The moment that is shown, as a revision of the log; undefined for now. */
  revision: number | undefined;
  onRevision: (revision: number | undefined) => void;
}

/** One process: documents, participants, what happened, and what can be done. Follows the projection as it moves. */
export function ProcessPage({ processId, viewing, version, onView, revision, onRevision }: ProcessPageProps) {
  const query = useQuery(processQueries.detail(processId));
  const [canceling, setCanceling] = useState<CancelTarget>();
  const [steering, setSteering] = useState<Steering>();
  const [seen, setSeen] = useState<ProcessSignature>();
  const process = query.data;
  const past = usePast(process, revision);
  // The route's loader has it, or shows its failure.
  if (process === undefined) return null;
  const shown = past.shown ?? process;
  const looking = revision !== undefined;
  const seenDocument = process.documents.find((code) => code.documentId === seen?.documentId);

  return (
    <>
      <PageHeader
        title={process.summary}
        breadcrumb={[{ label: 'Processos', to: '/processes' }]}
        extra={
          <>
            <StatusBadge of="process" status={shown.status} />
            {!looking && (
              <ProcessActions process={process} onSteer={setSteering} onCancel={() => setCanceling('all')} />
            )}
          </>
        }
      />
      <div className="flex flex-col gap-3 pt-3 sm:gap-4 sm:pt-4">
        {query.isError && (
          <ProblemCallout
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {looking && past.entries !== undefined && (
          <MomentBar entries={past.entries} revision={revision} onRevision={onRevision} />
        )}
        <ProblemCallout error={past.error} />
        <div className="grid items-start gap-3 sm:gap-4 lg:grid-cols-[1fr_320px]">
          <div className="flex min-w-0 flex-col gap-3 sm:gap-4">
            <ParticipantsCard process={shown} onSteer={looking ? undefined : setSteering} onSeen={setSeen} />
            <DocumentsCard
              process={shown}
              // A phone takes a while to open the viewer: it answers the press first.
              onView={(...viewed) => afterPaint(() => onView(...viewed))}
              onCancel={looking ? undefined : (document) => setCanceling({ document })}
            />
          </div>
          <div className="flex min-w-0 flex-col gap-3 sm:gap-4">
            <Overview process={shown} looking={looking} onTags={() => setSteering({ act: 'tags' })} />
            <TimelineCard process={process} revision={revision} onRevision={onRevision} />
          </div>
        </div>
      </div>
      {canceling !== undefined && (
        <CancelDialog processId={processId} target={canceling} onClose={() => setCanceling(undefined)} />
      )}
      {steering !== undefined && (
        <SteeringDialog process={process} steering={steering} onClose={() => setSteering(undefined)} />
      )}
      {seen !== undefined && seenDocument !== undefined && (
        <SeenDialog
          process={process}
          signature={seen}
          document={seenDocument}
          onView={() => {
            setSeen(undefined);
            onView(seenDocument.documentId);
          }}
          onClose={() => setSeen(undefined)}
        />
      )}
      <OpenDocument process={process} viewing={viewing} version={version} onView={onView} />
    </>
  );
}

/** The process as it stood at the revision that is looked at, and the moments there are. */
function usePast(process: ProcessDetail | undefined, revision: number | undefined) {
  const processId = process?.processId ?? '';
  const looking = process !== undefined && revision !== undefined;
  const timeline = useQuery({
    ...processQueries.timeline(processId, process?.updatedAt ?? ''),
    enabled: looking,
  });
  const moment = useQuery({ ...processQueries.moment(processId, revision ?? 0), enabled: looking });
  if (!looking) return { shown: undefined, entries: undefined, error: null };
  return {
    shown: moment.data === undefined ? undefined : atMoment(process, moment.data),
    entries: timeline.data?.items,
    error: moment.error,
  };
}

/** What can be done with the process as a whole, in the order of use: what cannot be undone comes last. */
function ProcessActions({
  process,
  onSteer,
  onCancel,
}: {
  process: ProcessDetail;
  onSteer: (steering: Steering) => void;
  onCancel: () => void;
}) {
  const pending = process.documents.some((document) => document.status === 'pending');
  const { waitingFor } = process;
  const duplicate = useDuplicate(process.processId);
  return (
    <>
      {pending && waitingFor.length > 0 && (
        <Button
          variant="primary"
          size="sm"
          icon={<BellRing />}
          aria-label="Lembrar quem falta"
          onClick={() => onSteer({ act: 'remind', participants: waitingFor })}
        >
          <span>
            Lembrar<span className="max-sm:hidden"> quem falta</span>
          </span>
        </Button>
      )}
      <MoreMenu label="Mais ações do processo">
        {pending && (
          <MenuItem icon={<CalendarPlus />} onSelect={() => onSteer({ act: 'deadline' })}>
            {process.deadline === null ? 'Dar um prazo' : 'Adiar o prazo'}
          </MenuItem>
        )}
        <MenuItem icon={<TagIcon />} onSelect={() => onSteer({ act: 'tags' })}>
          Editar etiquetas
        </MenuItem>
        <MenuItem icon={<CopyPlus />} onSelect={duplicate}>
          Duplicar
        </MenuItem>
        {pending && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Ban />} danger onSelect={onCancel}>
              Cancelar processo
            </MenuItem>
          </>
        )}
      </MoreMenu>
    </>
  );
}

/** The document open over the page. */
function OpenDocument({
  process: { processId, documents },
  viewing,
  version,
  onView,
}: Pick<ProcessPageProps, 'viewing' | 'version' | 'onView'> & { process: ProcessDetail }) {
  const open = documents.find((document) => document.documentId === viewing);
  // A failure to read them is shown beneath the document's row, which asks for them too.
  const brought = useQuery({
    ...documentSignaturesQuery(api, { processId, documentId: viewing ?? '' }),
    enabled: open?.evidenceApart === true,
  });
  if (open === undefined) return null;
  const sealed = version === 'sealed' && open.status === 'sealed';
  return (
    <ViewerOverlay
      inAddress
      source={{
        url: pathOf(sealed ? 'downloadSealed' : 'readDocument', { processId, documentId: open.documentId }),
        client: api,
      }}
      title={open.name}
      subtitle={
        sealed
          ? open.evidenceApart
            ? 'Documento selado; a página de assinaturas é um arquivo à parte'
            : 'Documento selado, com a página de assinaturas'
          : `Original: ${plural(open.pages, 'página')}, como mostrado a quem assina`
      }
      extra={<StatusBadge of="document" status={open.status} />}
      signatures={brought.data?.items}
      onDownload={() => {
        const params = { processId, documentId: open.documentId };
        return sealed
          ? downloadFile(api, 'downloadSealed', params, sealedFileName(open.name))
          : downloadFile(api, 'readDocument', params, originalFileName(open.name));
      }}
      onClose={() => onView(undefined)}
    />
  );
}
