import { historyReason } from '@lacre/contracts/event-descriptions';
import { SECURITY_LOG_DAYS } from '@lacre/contracts/limits';
import { historyKinds } from '@lacre/contracts/record-words';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';

import { ExportMenu } from '@/components/list/export-menu.tsx';
import { ListBody } from '@/components/list/list-body.tsx';
import { isNarrowed, withKnownKind } from '@/components/list/narrowing.ts';
import { RecordFilters } from '@/components/list/record-filters.tsx';
import { PageHeader } from '@/components/page/page-header.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { Tabs } from '@/components/ui/display/tabs.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { DataTable, type Column } from '@/components/ui/tables/data-table.tsx';
import { tenantFailures } from '@/i18n/tenant-failures.ts';
import { periodFault } from '@/lib/address/period.ts';
import { recordQuery } from '@/lib/address/record-query.ts';
import { exportFile } from '@/lib/api/download.ts';
import { formatDateTime, formatExactDateTime } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';
import { useUser } from '@/lib/session/use-session.ts';

import { EventObjects } from './event-objects.tsx';
import type { EventsSearch, HistorySearch, SecuritySearch } from './events-search.ts';
import { PartialSearchNote } from './partial-search-note.tsx';
import { eventsQuery, type TenantEvent } from './queries.ts';
import { SecurityPanel } from './security-panel.tsx';
import { WhoFilter } from './who-filter.tsx';

const KINDS: Record<TenantEvent['who']['kind'], string> = {
  user: 'Usuário removido',
  person: 'Pessoa',
  visitor: 'Visitante',
  system: 'Lacre',
};

const columnsWith = (onPerson: (id: string) => void): readonly Column<TenantEvent>[] => [
  {
    id: 'action',
    header: 'O que',
    primary: true,
    className: 'w-1/4',
    cell: (event) => (
      <>
        <span className="block font-medium wrap-anywhere">{event.what}</span>
        {event.reason !== null && (
          <span className="block text-[0.8125rem] font-normal wrap-anywhere text-muted">
            {historyReason(event.reason)}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'who',
    header: 'Quem',
    className: 'min-w-36',
    cell: (event) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <WhoFilter
          id={event.who.kind === 'system' ? null : event.who.id}
          name={event.who.name ?? KINDS[event.who.kind]}
          onChoose={onPerson}
        />
        {event.who.tokenId !== null && <Badge>por token</Badge>}
      </span>
    ),
  },
  { id: 'about', header: 'Sobre', className: 'w-1/3', cell: (event) => <EventObjects event={event} /> },
  {
    id: 'at',
    header: 'Quando',
    cell: (event) => (
      <time
        dateTime={event.at}
        title={formatExactDateTime(event.at)}
        className="whitespace-nowrap text-muted tabular"
      >
        {formatDateTime(event.at)}
      </time>
    ),
  },
  {
    id: 'ip',
    header: 'IP',
    onPhone: 'hidden',
    className: 'max-xl:hidden',
    cell: (event) => <span className="text-muted tabular">{event.ip ?? '—'}</span>,
  },
];

/** What happened in the tenant, by period; for administrators its security log too. */
export function EventsPage({
  search,
  onSearch,
}: {
  search: EventsSearch;
  onSearch: (next: EventsSearch) => void;
}) {
  const role = useUser()?.role;
  const { tab, ...asked } = search;
  const isSecurity = tab === 'seguranca' && role === 'administrator';
  const history = (
    <TenantHistory search={tab === 'seguranca' ? {} : (asked as HistorySearch)} onSearch={onSearch} />
  );
  return (
    <>
      <PageHeader
        title="Eventos"
        help={
          <p>
            Tudo o que foi feito nesta conta, com quem fez e quando, lido direto do registro de eventos. O
            registro não pode ser alterado. Administradores veem também o registro de segurança: entradas,
            recusas, limites, mudanças de acesso e saídas de dados dos últimos {SECURITY_LOG_DAYS} dias.
          </p>
        }
      />
      {role === 'administrator' ? (
        <Tabs
          label="Eventos"
          value={isSecurity ? 'seguranca' : 'conta'}
          onValueChange={(value) => onSearch(value === 'seguranca' ? { tab: 'seguranca' } : {})}
          tabs={[
            { value: 'conta', label: 'Conta', content: isSecurity ? null : history },
            {
              value: 'seguranca',
              label: 'Segurança',
              content: isSecurity ? (
                <SecurityPanel
                  search={asked as SecuritySearch}
                  onSearch={(next) => onSearch({ ...next, tab: 'seguranca' })}
                />
              ) : null,
            },
          ]}
        />
      ) : (
        history
      )}
    </>
  );
}

/** The tenant's own facts. */
function TenantHistory({
  search: asked,
  onSearch,
}: {
  search: HistorySearch;
  onSearch: (next: HistorySearch) => void;
}) {
  const search = withKnownKind(asked, historyKinds);
  const query = useQuery(eventsQuery(search));
  const { page = 1, ...filters } = search;
  const named = new Map(
    query.data?.items.flatMap(({ who, objects }) => [
      ...(who.id === null ? [] : [[who.id, who.name] as const]),
      ...objects.map(({ id, name }) => [id, name] as const),
    ]),
  );
  return (
    <>
      <RecordFilters
        label="Mostrar eventos"
        search={search}
        onSearch={onSearch}
        kinds={historyKinds}
        searchBox={{ label: 'Buscar eventos', placeholder: 'Pessoa, empresa ou ação' }}
        personName={named.get(search.person ?? '') ?? undefined}
        processName={named.get(search.process ?? '') ?? undefined}
        extra={
          <ExportMenu
            onExport={(format) => exportFile(api, 'exportEvents', { ...recordQuery(filters), format })}
          />
        }
      />
      {query.data?.searchIsPartial === true && <PartialSearchNote />}
      {periodFault(search) === undefined && (
        <ListBody
          query={query}
          failed={tenantFailures.events}
          page={page}
          onPageChange={(next) => onSearch({ ...filters, page: next })}
          empty={
            <EmptyState
              icon={<History />}
              title={isNarrowed(search) ? 'Nada encontrado com estes filtros' : 'Nada aconteceu ainda'}
              action={isNarrowed(search) && <Button onClick={() => onSearch({})}>Ver tudo</Button>}
            >
              {isNarrowed(search)
                ? 'Escolha outras datas ou tire um filtro.'
                : 'O que for feito aparece aqui.'}
            </EmptyState>
          }
        >
          {(rows, fading) => (
            <DataTable
              caption="Eventos da conta"
              columns={columnsWith((person) => onSearch({ ...filters, person }))}
              rows={rows}
              fading={fading}
              rowKey={(event) => `${event.position}-${event.action}`}
            />
          )}
        </ListBody>
      )}
    </>
  );
}
