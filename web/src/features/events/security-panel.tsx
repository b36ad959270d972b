import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';

import { ExportMenu } from '@/components/list/export-menu.tsx';
import { ListBody } from '@/components/list/list-body.tsx';
import { isNarrowed, withKnownKind } from '@/components/list/narrowing.ts';
import { RecordFilters } from '@/components/list/record-filters.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { DataTable, type Column } from '@/components/ui/tables/data-table.tsx';
import { tenantFailures } from '@/i18n/tenant-failures.ts';
import { periodFault } from '@/lib/address/period.ts';
import { recordQuery } from '@/lib/address/record-query.ts';
import { exportFile } from '@/lib/api/download.ts';
import { formatDateTime, formatExactDateTime } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

import type { SecuritySearch } from './events-search.ts';
import { PartialSearchNote } from './partial-search-note.tsx';
import { securityQuery, type SecurityEvent } from './queries.ts';
import { securityKindWords } from './security-kinds.ts';
import { WhoFilter } from './who-filter.tsx';

const columnsWith = (onPerson: (id: string) => void): readonly Column<SecurityEvent>[] => [
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
    cell: ({ kind }) => <Badge tone={securityKindWords[kind].tone}>{securityKindWords[kind].label}</Badge>,
  },
  {
    id: 'who',
    header: 'Quem',
    cell: ({ who }) =>
      who === null ? (
        <span className="text-subtle">—</span>
      ) : (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <WhoFilter
            id={who.id}
            name={who.name ?? (who.kind === 'person' ? 'Signatário' : 'Usuário removido')}
            onChoose={onPerson}
          />
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

const KIND_LABELS = Object.fromEntries(
  Object.entries(securityKindWords).map(([kind, { label }]) => [kind, label]),
) as Record<SecurityEvent['kind'], string>;

/** The tenant's security log, newest first. */
export function SecurityPanel({
  search,
  onSearch,
}: {
  search: SecuritySearch;
  onSearch: (next: SecuritySearch) => void;
}) {
  const { page = 1, ...filters } = withKnownKind(search, securityKindWords);
  const query = useQuery(securityQuery({ ...filters, page }));
  const isWhole = !isNarrowed(filters);
  return (
    <>
      <RecordFilters
        label="Mostrar registro de segurança"
        search={filters}
        onSearch={onSearch}
        kinds={KIND_LABELS}
        searchBox={{
          label: 'Buscar no registro de segurança',
          placeholder: 'Pessoa, ação ou origem',
        }}
        personName={query.data?.items.find(({ who }) => who?.id === filters.person)?.who?.name ?? undefined}
        extra={
          <ExportMenu
            onExport={(format) =>
              exportFile(api, 'exportSecurityEvents', { ...recordQuery(filters), format })
            }
          />
        }
      />
      {query.data?.searchIsPartial === true && <PartialSearchNote />}
      {periodFault(filters) === undefined && (
        <ListBody
          query={query}
          failed={tenantFailures.security}
          page={page}
          onPageChange={(next) => onSearch({ ...filters, page: next })}
          empty={
            <EmptyState
              icon={<ShieldCheck />}
              title={isWhole ? 'Nada a mostrar ainda' : 'Nada encontrado com estes filtros'}
              action={!isWhole && <Button onClick={() => onSearch({})}>Ver tudo</Button>}
            >
              Entradas, recusas e mudanças de acesso aparecem aqui segundos depois de acontecer.
            </EmptyState>
          }
        >
          {(rows, fading) => (
            <DataTable
              caption="Registro de segurança"
              columns={columnsWith((id) => onSearch({ ...filters, person: id }))}
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
