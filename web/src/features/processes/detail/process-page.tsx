import { formatCnpj } from '@lacre/contracts/brazil';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  Ban,
  BellRing,
  Building2,
  CalendarClock,
  CalendarDays,
  CalendarPlus,
  TagIcon,
  UserRound,
  Users,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { PageHeader } from '@/components/page/page-header.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { ViewerOverlay } from '@/components/pdf/viewer-overlay.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { MenuItem } from '@/components/ui/actions/dropdown-menu.tsx';
import { MoreMenu } from '@/components/ui/actions/more-menu.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { documentSignaturesQuery } from '@/entities/document/document-signatures-query.ts';
import { processQueries, type ProcessDetail, type ProcessSignature } from '@/entities/process/queries.ts';
import { SignatureProgress } from '@/entities/process/signature-progress.tsx';
import { StatusBadge } from '@/entities/process/status-badge.tsx';
import { TagChips } from '@/entities/tag/tag-chips.tsx';
import { processMeaning } from '@/i18n/vocabulary.ts';
import { pathOf } from '@/lib/api/client.ts';
import { daysUntil, formatDateTime, formatList, plural } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

import { atMoment } from './at-moment.ts';
import type { CancelTarget } from './cancel-dialog.tsx';
import { DocumentsCard } from './documents-card.tsx';
import { MomentBar } from './moment-bar.tsx';
import { ParticipantsCard } from './participants-card.tsx';
import type { Steering } from './steering-dialogs.tsx';
import { TimelineCard } from './timeline-card.tsx';

// What is asked for seldom comes when it is.
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
      <div className="flex flex-col gap-6 pt-6">
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
        <Overview process={shown} looking={looking} onTags={() => setSteering({ act: 'tags' })} />
        <div className="grid items-start gap-6 lg:grid-cols-[1fr_320px]">
          <div className="flex min-w-0 flex-col gap-6">
            <DocumentsCard
              process={shown}
              onView={onView}
              onCancel={looking ? undefined : (document) => setCanceling({ document })}
            />
            <ParticipantsCard process={shown} onSteer={looking ? undefined : setSteering} onSeen={setSeen} />
          </div>
          <TimelineCard process={process} revision={revision} onRevision={onRevision} />
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

/** What can be done with the process as a whole while it is on its way. */
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
  return (
    <>
      {pending && (
        <Button
          variant="dangerGhost"
          size="sm"
          icon={<Ban />}
          onClick={onCancel}
          aria-label="Cancelar processo"
        >
          <span>
            Cancelar<span className="max-sm:hidden"> processo</span>
          </span>
        </Button>
      )}
      <MoreMenu label="Mais ações do processo">
        {pending && (
          <MenuItem
            icon={<BellRing />}
            disabled={waitingFor.length === 0}
            onSelect={() => onSteer({ act: 'remind', participants: waitingFor })}
          >
            Lembrar quem falta
          </MenuItem>
        )}
        {pending && (
          <MenuItem icon={<CalendarPlus />} onSelect={() => onSteer({ act: 'deadline' })}>
            {process.deadline === null ? 'Dar um prazo' : 'Adiar o prazo'}
          </MenuItem>
        )}
        <MenuItem icon={<TagIcon />} onSelect={() => onSteer({ act: 'tags' })}>
          Editar etiquetas
        </MenuItem>
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
  // A failure to read them is told beneath the document's row, which asks for them too.
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
      onClose={() => onView(undefined)}
    />
  );
}

/** A longer summary may not fit the page's head, which stays in sight: it is read whole below it. */
const HEADED_LENGTH = 60;

function Overview({
  process,
  looking,
  onTags,
}: {
  process: ProcessDetail;
  /** It is shown as it was. */
  looking: boolean;
  onTags: () => void;
}) {
  const waiting = process.waitingFor.map((code) => code.name);
  return (
    <section aria-label="Resumo" className="card p-5 sm:p-6">
      {process.summary.length > HEADED_LENGTH && (
        <p className="mb-4 font-medium wrap-anywhere">{process.summary}</p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64 text-sm text-muted">
          <p>
            {processMeaning(
              process.status,
              process.documents.map((code) => code.status),
            )}
          </p>
          {process.status === 'waiting' && waiting.length > 0 && (
            <p className="mt-0.5 flex gap-1.5">
              <Users aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0 wrap-anywhere">
                A vez é de <span className="font-medium text-ink">{formatList(waiting)}</span>.
              </span>
            </p>
          )}
        </div>
        <SignatureProgress
          done={process.signaturesDone}
          total={process.signaturesTotal}
          status={process.status}
        />
      </div>
      <dl className="mt-5 grid gap-4 border-t border-line pt-5 sm:grid-cols-2 xl:grid-cols-4">
        <Fact icon={<Building2 />} label="Empresa">
          <Link
            to="/companies/$companyId"
            params={{ companyId: process.company.companyId }}
            className="underline-offset-4 hover:underline"
          >
            {process.company.companyName}
          </Link>
          <span className="block text-[0.8125rem] font-normal text-muted tabular">
            {formatCnpj(process.company.cnpj)}
          </span>
        </Fact>
        <Fact icon={<UserRound />} label="Solicitado por">
          {process.requester.name}
        </Fact>
        <Fact icon={<CalendarDays />} label="Criado em">
          <span className="tabular">{formatDateTime(process.createdAt)}</span>
        </Fact>
        <Fact icon={<CalendarClock />} label="Prazo">
          <Deadline process={process} />
        </Fact>
      </dl>
      {(process.tags.length > 0 || !looking) && (
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <TagChips tags={process.tags} />
          {!looking && (
            <Button
              size="sm"
              variant="ghost"
              flush={process.tags.length === 0 ? 'start' : undefined}
              icon={<TagIcon />}
              onClick={onTags}
              className="-my-1"
            >
              {process.tags.length === 0 ? 'Incluir etiquetas' : 'Editar'}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function Deadline({ process: { deadline, status, reminders } }: { process: ProcessDetail }) {
  const days = deadline === null ? undefined : daysUntil(deadline);
  const near = status === 'waiting' && days !== undefined && days >= 0 && days <= 3;
  return (
    <>
      <span className="tabular">{deadline === null ? 'Sem prazo' : formatDateTime(deadline)}</span>
      {near && (
        <span className="block text-[0.8125rem] text-warning">
          {days === 0 ? 'Termina hoje' : days === 1 ? 'Termina amanhã' : `Faltam ${days} dias`}
        </span>
      )}
      {status === 'waiting' && reminders !== null && (
        <span className="block text-[0.8125rem] font-normal text-muted">
          {reminders.everyDays === 1
            ? 'Lembrete todos os dias'
            : `Lembrete a cada ${reminders.everyDays} dias`}
        </span>
      )}
    </>
  );
}

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-2 text-[0.8125rem] text-subtle [&_svg]:size-4">
        {icon}
        {label}
      </dt>
      <dd className="mt-0.5 pl-6 text-sm font-medium break-words">{children}</dd>
    </div>
  );
}
