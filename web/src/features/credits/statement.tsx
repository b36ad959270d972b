import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Receipt } from 'lucide-react';

import { ExportMenu } from '@/components/list/export-menu.tsx';
import { ListBody } from '@/components/list/list-body.tsx';
import { isNarrowed, withKnownKind } from '@/components/list/narrowing.ts';
import { RecordFilters } from '@/components/list/record-filters.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { DataTable, type Column } from '@/components/ui/tables/data-table.tsx';
import { creditMovements } from '@/i18n/account-words.ts';
import { tenantFailures } from '@/i18n/tenant-failures.ts';
import { periodFault } from '@/lib/address/period.ts';
import { recordQuery } from '@/lib/address/record-query.ts';
import { exportFile } from '@/lib/api/download.ts';
import { formatDateTime, formatExactDateTime, formatNumber } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

import { statementQuery, type CreditMovement, type StatementSearch } from './queries.ts';

/** What the movement does to what is free to use: used ones were taken when they were reserved. */
const SIGNS: Record<CreditMovement['kind'], '+' | '−' | ''> = {
  granted: '+',
  reserved: '−',
  consumed: '',
  refunded: '+',
};

const columns: readonly Column<CreditMovement>[] = [
  {
    id: 'kind',
    header: 'Movimento',
    primary: true,
    className: 'min-w-0!',
    cell: ({ kind }) => <Badge tone={creditMovements[kind].tone}>{creditMovements[kind].label}</Badge>,
  },
  { id: 'about', header: 'Sobre', className: 'w-2/5', cell: (movement) => <About movement={movement} /> },
  {
    id: 'amount',
    header: 'Créditos',
    align: 'end',
    cell: ({ kind, amount }) => (
      <span className="font-medium whitespace-nowrap tabular">
        {SIGNS[kind]}
        {formatNumber(amount)}
      </span>
    ),
  },
  {
    id: 'balance',
    header: 'Disponíveis',
    align: 'end',
    cell: ({ balance }) => <span className="tabular">{formatNumber(balance)}</span>,
  },
  {
    id: 'reserved',
    header: 'Reservados',
    align: 'end',
    onPhone: 'hidden',
    className: 'max-lg:hidden',
    cell: ({ reserved }) => <span className="text-muted tabular">{formatNumber(reserved)}</span>,
  },
  {
    id: 'at',
    header: 'Quando',
    align: 'end',
    cell: ({ at }) => (
      <time dateTime={at} title={formatExactDateTime(at)} className="whitespace-nowrap text-muted tabular">
        {formatDateTime(at)}
      </time>
    ),
  },
];

function About({ movement: { process, document, reason } }: { movement: CreditMovement }) {
  if (process === null) return <span className="wrap-anywhere">{reason ?? '—'}</span>;
  return (
    <>
      <Link
        to="/processes/$processId"
        params={{ processId: process.processId }}
        className="wrap-anywhere text-primary-ink underline underline-offset-4"
      >
        {process.summary ?? 'Ver processo'}
      </Link>
      {document?.name != null && (
        <span className="block text-[0.8125rem] wrap-anywhere text-muted">{document.name}</span>
      )}
    </>
  );
}

const KIND_LABELS = Object.fromEntries(
  Object.entries(creditMovements).map(([kind, { label }]) => [kind, label]),
) as Record<CreditMovement['kind'], string>;

/** The statement: each movement of credits, with its process and document. */
export function Statement({
  search: asked,
  onSearch,
}: {
  search: StatementSearch;
  onSearch: (next: StatementSearch) => void;
}) {
  const search = withKnownKind(asked, creditMovements);
  const query = useQuery(statementQuery(search));
  const { page = 1, ...filters } = search;
  return (
    <section aria-labelledby="extrato">
      <h2 id="extrato" className="text-lg font-semibold">
        Extrato
      </h2>
      <RecordFilters
        label="Mostrar movimentos"
        search={search}
        onSearch={onSearch}
        kinds={KIND_LABELS}
        processName={
          query.data?.items.find(({ process }) => process?.processId === search.process)?.process?.summary ??
          undefined
        }
        extra={
          <ExportMenu
            onExport={(format) =>
              exportFile(api, 'exportCreditStatement', { ...recordQuery(filters), format })
            }
          />
        }
      />
      {periodFault(search) === undefined && (
        <ListBody
          query={query}
          failed={tenantFailures.credits}
          page={page}
          onPageChange={(next) => onSearch({ ...filters, page: next })}
          empty={
            <EmptyState
              icon={<Receipt />}
              title={isNarrowed(search) ? 'Nenhum movimento com estes filtros' : 'Nenhum movimento ainda'}
              action={isNarrowed(search) && <Button onClick={() => onSearch({})}>Ver tudo</Button>}
            >
              Reservas, usos e devoluções aparecem aqui.
            </EmptyState>
          }
        >
          {(rows, fading) => (
            <DataTable
              caption="Extrato de créditos"
              columns={columns}
              rows={rows}
              fading={fading}
              rowKey={(movement) => `${movement.position}-${movement.document?.documentId ?? ''}`}
            />
          )}
        </ListBody>
      )}
    </section>
  );
}
