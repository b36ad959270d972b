import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';

import { ListBody } from '@/components/list/list-body.tsx';
import { PeriodFilter } from '@/components/list/period-filter.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { DataTable, type Column } from '@/components/ui/tables/data-table.tsx';
import { tenantFailures } from '@/i18n/tenant-failures.ts';
import { periodFault } from '@/lib/address/period.ts';
import { formatDateTime, formatExactDateTime } from '@/lib/format/format.ts';

import { securityQuery, type PeriodSearch, type SecurityEvent } from './queries.ts';

const KINDS: Record<SecurityEvent['kind'], { label: string; tone: 'neutral' | 'warning' | 'danger' }> = {
  'sign-in': { label: 'Entrada', tone: 'neutral' },
  'sign-in-refused': { label: 'Entrada recusada', tone: 'danger' },
  refused: { label: 'Acesso recusado', tone: 'danger' },
  limited: { label: 'Limite atingido', tone: 'warning' },
  'access-change': { label: 'Mudança de acesso', tone: 'neutral' },
  export: { label: 'Saída de dados', tone: 'neutral' },
};

const columns: readonly Column<SecurityEvent>[] = [
  {
    id: 'what',
    header: 'O que',
    primary: true,
    className: 'w-2/5',
    cell: ({ what, times }) => (
      <span className="font-medium wrap-anywhere">
        {what}
        {times > 1 && <span className="font-normal text-muted"> ({times} vezes)</span>}
      </span>
    ),
  },
  {
    id: 'kind',
    header: 'Tipo',
    cell: ({ kind }) => <Badge tone={KINDS[kind].tone}>{KINDS[kind].label}</Badge>,
  },
  {
    id: 'who',
    header: 'Quem',
    cell: ({ who }) =>
      who === null ? (
        <span className="text-subtle">—</span>
      ) : (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere">
            {who.name ?? (who.kind === 'person' ? 'Signatário' : 'Usuário removido')}
          </span>
          {who.tokenId !== null && <Badge>por token</Badge>}
        </span>
      ),
  },
  {
    id: 'at',
    header: 'Quando',
    cell: ({ at }) => (
      <time dateTime={at} title={formatExactDateTime(at)} className="whitespace-nowrap text-muted tabular">
        {formatDateTime(at)}
      </time>
    ),
  },
  {
    id: 'source',
    header: 'Origem',
    onPhone: 'hidden',
    className: 'max-xl:hidden',
    cell: ({ source }) => <code className="text-[0.8125rem] text-muted">{source.slice(0, 8) || '—'}</code>,
  },
];

/** The tenant's security log, newest first. */
export function SecurityPanel({
  search,
  onSearch,
}: {
  search: PeriodSearch;
  onSearch: (next: PeriodSearch) => void;
}) {
  const query = useQuery(securityQuery(search));
  const { page = 1, ...period } = search;
  const isWhole = period.from === undefined && period.to === undefined;
  return (
    <>
      <PeriodFilter label="Mostrar registro de segurança" value={period} onChange={onSearch} />
      {periodFault(period) === undefined && (
        <ListBody
          query={query}
          failed={tenantFailures.security}
          page={page}
          onPageChange={(next) => onSearch({ ...period, page: next })}
          empty={
            <EmptyState
              icon={<ShieldCheck />}
              title="Nada a mostrar neste período"
              action={!isWhole && <Button onClick={() => onSearch({})}>Ver tudo</Button>}
            >
              Entradas, recusas e mudanças de acesso aparecem aqui segundos depois de acontecer.
            </EmptyState>
          }
        >
          {(rows, fading) => (
            <DataTable
              caption="Registro de segurança"
              columns={columns}
              rows={rows}
              fading={fading}
              rowKey={({ id }) => id}
            />
          )}
        </ListBody>
      )}
    </>
  );
}
