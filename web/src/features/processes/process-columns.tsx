import { Link } from '@tanstack/react-router';

import { StatusBadge } from '@/components/app/status-badge.tsx';
import type { Column } from '@/components/ui/data-table.tsx';
import { formatDateTime, formatRelative, plural } from '@/lib/format.ts';

import type { ProcessSummary } from './queries.ts';
import { SignatureProgress } from './signature-progress.tsx';

/** The columns of a list of processes; the dashboard shows the same. */
export const processColumns: readonly Column<ProcessSummary>[] = [
  {
    id: 'summary',
    header: 'Processo',
    primary: true,
    className: 'max-w-72',
    cell: (process) => <span className="wrap-anywhere">{process.summary}</span>,
  },
  {
    id: 'company',
    header: 'Empresa',
    className: 'max-w-56',
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
    cell: (process) => <StatusBadge of="process" status={process.status} />,
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
        {formatRelative(process.createdAt)}
      </time>
    ),
  },
];

/** Leads a row to its process. */
export const processLink = (process: ProcessSummary, children: React.ReactNode, className: string) => (
  <Link to="/processes/$processId" params={{ processId: process.processId }} className={className}>
    {children}
  </Link>
);
