import { Link } from '@tanstack/react-router';

import type { Column } from '@/components/ui/tables/data-table.tsx';
import { daysUntil, formatDateTime, plural } from '@/lib/format/format.ts';
import { formatRelativeAlone } from '@/lib/format/relative.ts';

import type { ProcessSummary } from './queries.ts';
import { SignatureProgress } from './signature-progress.tsx';
import { StatusBadge } from './status-badge.tsx';

/** The columns of a list of processes; the dashboard shows the same. */
export const processColumns: readonly Column<ProcessSummary>[] = [
  {
    id: 'summary',
    header: 'Processo',
    primary: true,
    className: 'max-w-72',
    cell: (process) => (
      <span className="wrap-anywhere">
        {process.summary}
        {process.tags.length > 0 && (
          <span className="mt-1 flex flex-wrap gap-1 font-normal">
            {process.tags.map(({ tagId, name }) => (
              <span
                key={tagId}
                className="max-w-full truncate rounded-full border border-line-strong bg-sunken px-2 text-xs text-muted"
              >
                {name}
              </span>
            ))}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'company',
    header: 'Empresa',
    className: 'min-w-32 max-w-56',
    cell: (process) => <span className="line-clamp-2 wrap-anywhere">{process.company.companyName}</span>,
  },
  {
    id: 'documents',
    header: 'Documentos',
    onPhone: 'hidden',
    className: 'max-lg:hidden',
    cell: (process) => (
      <span className="whitespace-nowrap">{plural(process.documents.length, 'documento')}</span>
    ),
  },
  {
    id: 'signatures',
    header: 'Assinaturas',
    cell: (process) => (
      <SignatureProgress
        done={process.signaturesDone}
        total={process.signaturesTotal}
        status={process.status}
      />
    ),
  },
  {
    id: 'status',
    header: 'Situação',
    cell: (process) => (
      <span className="inline-flex flex-col items-start gap-1 max-md:items-end">
        <StatusBadge of="process" status={process.status} />
        {process.status === 'waiting' && process.deadline !== null && daysUntil(process.deadline) <= 3 && (
          <span className="text-xs whitespace-nowrap text-warning">{termOf(process.deadline)}</span>
        )}
      </span>
    ),
  },
  {
    // What the list is ordered by.
    id: 'created',
    header: 'Criado',
    className: 'max-lg:hidden',
    cell: (process) => (
      <time
        dateTime={process.createdAt}
        title={formatDateTime(process.createdAt)}
        className="whitespace-nowrap text-muted"
      >
        {formatRelativeAlone(process.createdAt)}
      </time>
    ),
  },
];

function termOf(deadline: string): string {
  const days = daysUntil(deadline);
  if (days < 0) return 'Prazo encerrado';
  return days === 0 ? 'Vence hoje' : days === 1 ? 'Vence amanhã' : `Vence em ${days} dias`;
}

/** Leads a row to its process. */
export const processLink = (process: ProcessSummary, children: React.ReactNode, className: string) => (
  <Link to="/processes/$processId" params={{ processId: process.processId }} className={className}>
    {children}
  </Link>
);
