import { formatCnpj } from '@lacre/contracts/brazil';
import { useQuery } from '@tanstack/react-query';
import { Ban, Building2, CalendarDays, UserRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { PageHeader } from '@/components/app/page-header.tsx';
import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { StatusBadge } from '@/components/app/status-badge.tsx';
import { ViewerOverlay } from '@/components/pdf/viewer-overlay.tsx';
import { Button } from '@/components/ui/button.tsx';
import { processMeaning } from '@/i18n/vocabulary.ts';
import { pathOf } from '@/lib/api/client.ts';
import { api } from '@/lib/api/session.ts';
import { formatDateTime, plural } from '@/lib/format.ts';

import { processQueries, type ProcessDetail } from '../queries.ts';
import { SignatureProgress } from '../signature-progress.tsx';
import { CancelDialog, type CancelTarget } from './cancel-dialog.tsx';
import { DocumentsCard } from './documents-card.tsx';
import { ParticipantsCard } from './participants-card.tsx';
import { TimelineCard } from './timeline-card.tsx';

/** One process: documents, participants, what happened, and what can be done. Follows the projection as it moves. */
export function ProcessPage({
  processId,
  viewing,
  version,
  onView,
}: {
  processId: string;
  /** The document open over the page; it is in the address, so that the back button closes it. */
  viewing: string | undefined;
  /** Which of its files: the sealed one, or the one shown to signers. */
  version: 'sealed' | undefined;
  onView: (documentId: string | undefined, version?: 'sealed') => void;
}) {
  const query = useQuery(processQueries.detail(processId));
  const [canceling, setCanceling] = useState<CancelTarget>();
  const process = query.data;
  // The route's loader has it, or shows its failure.
  if (process === undefined) return null;
  const open = process.documents.find((document) => document.documentId === viewing);
  const sealed = version === 'sealed' && open?.status === 'sealed';
  const pending = process.documents.some((document) => document.status === 'pending');

  return (
    <>
      <PageHeader
        title={process.summary}
        breadcrumb={[{ label: 'Processos', to: '/processes' }]}
        extra={
          <>
            <StatusBadge of="process" status={process.status} />
            {pending && (
              <Button
                variant="dangerGhost"
                size="sm"
                icon={<Ban />}
                onClick={() => setCanceling('all')}
                aria-label="Cancelar processo"
              >
                <span className="max-sm:sr-only">Cancelar processo</span>
              </Button>
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
        <Overview process={process} />
        <div className="grid items-start gap-6 lg:grid-cols-[1fr_320px]">
          <div className="flex min-w-0 flex-col gap-6">
            <DocumentsCard
              process={process}
              onView={onView}
              onCancel={(document) => setCanceling({ document })}
            />
            <ParticipantsCard process={process} />
          </div>
          <TimelineCard process={process} />
        </div>
      </div>
      {canceling !== undefined && (
        <CancelDialog processId={processId} target={canceling} onClose={() => setCanceling(undefined)} />
      )}
      {open !== undefined && (
        <ViewerOverlay
          source={{
            url: pathOf(sealed ? 'downloadSealed' : 'readDocument', {
              processId,
              documentId: open.documentId,
            }),
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
          onClose={() => onView(undefined)}
        />
      )}
    </>
  );
}

/** A longer summary may not fit the page's head, which stays in sight: it is read whole below it. */
const HEADED_LENGTH = 60;

function Overview({ process }: { process: ProcessDetail }) {
  return (
    <section aria-label="Resumo" className="card p-5 sm:p-6">
      {process.summary.length > HEADED_LENGTH && (
        <p className="mb-4 font-medium wrap-anywhere">{process.summary}</p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-sm text-muted">
          {processMeaning(
            process.status,
            process.documents.map(({ status }) => status),
          )}
        </p>
        <SignatureProgress
          done={process.signaturesDone}
          total={process.signaturesTotal}
          status={process.status}
        />
      </div>
      <dl className="mt-5 grid gap-4 border-t border-line pt-5 sm:grid-cols-3">
        <Fact icon={<Building2 />} label="Empresa">
          {process.company.companyName}
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
      </dl>
    </section>
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
