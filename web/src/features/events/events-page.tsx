import { SECURITY_LOG_DAYS } from '@lacre/contracts/limits';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';

import { ListBody } from '@/components/list/list-body.tsx';
import { PeriodFilter } from '@/components/list/period-filter.tsx';
import { PageHeader } from '@/components/page/page-header.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { Tabs } from '@/components/ui/display/tabs.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { DataTable, type Column } from '@/components/ui/tables/data-table.tsx';
import { reasonText, tenantActionLabel } from '@/i18n/tenant-actions.ts';
import { tenantFailures } from '@/i18n/tenant-failures.ts';
import { periodFault } from '@/lib/address/period.ts';
import { formatDateTime, formatExactDateTime } from '@/lib/format/format.ts';
import { useUser } from '@/lib/session/use-session.ts';

import { eventsQuery, type EventsSearch, type PeriodSearch, type TenantEvent } from './queries.ts';
import { SecurityPanel } from './security-panel.tsx';

const KINDS: Record<TenantEvent['who']['kind'], string> = {
  user: 'Usuário removido',
  person: 'Pessoa',
  visitor: 'Visitante',
  system: 'Lacre',
};

const columns: readonly Column<TenantEvent>[] = [
  {
    id: 'action',
    header: 'O que',
    primary: true,
    className: 'w-2/5',
    cell: (event) => (
      <>
        <span className="block font-medium wrap-anywhere">{tenantActionLabel(event.action)}</span>
        {event.reason !== null && (
          <span className="block text-[0.8125rem] font-normal wrap-anywhere text-muted">
            {reasonText(event.reason)}
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
        <span className="wrap-anywhere">{event.who.name ?? KINDS[event.who.kind]}</span>
        {event.who.tokenId !== null && <Badge>por token</Badge>}
      </span>
    ),
  },
  { id: 'about', header: 'Sobre', cell: (event) => <About subjects={event.subjects} /> },
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

/** Where the fact's subject can be looked at. */
function About({ subjects }: { subjects: Readonly<Record<string, string>> }): ReactNode {
  const { processId, companyId } = subjects;
  const classes = 'whitespace-nowrap text-primary-ink underline underline-offset-4';
  if (processId !== undefined) {
    return (
      <Link to="/processes/$processId" params={{ processId }} className={classes}>
        Ver processo
      </Link>
    );
  }
  if (companyId !== undefined) {
    return (
      <Link to="/companies/$companyId" params={{ companyId }} className={classes}>
        Ver empresa
      </Link>
    );
  }
  return <span className="text-subtle">—</span>;
}

/** What happened in the tenant, by period; for administrators its security log too. */
export function EventsPage({
  search,
  onSearch,
}: {
  search: EventsSearch;
  onSearch: (next: EventsSearch) => void;
}) {
  const role = useUser()?.role;
  const { tab, ...own } = search;
  const isSecurity = tab === 'seguranca' && role === 'administrator';
  const history = <TenantHistory search={own} onSearch={onSearch} />;
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
                <SecurityPanel search={own} onSearch={(next) => onSearch({ ...next, tab: 'seguranca' })} />
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
  search,
  onSearch,
}: {
  search: PeriodSearch;
  onSearch: (next: PeriodSearch) => void;
}) {
  const query = useQuery(eventsQuery(search));
  const { page = 1, ...period } = search;
  const isWhole = period.from === undefined && period.to === undefined;
  return (
    <>
      <PeriodFilter label="Mostrar eventos" value={period} onChange={onSearch} />
      {periodFault(period) === undefined && (
        <ListBody
          query={query}
          failed={tenantFailures.events}
          page={page}
          onPageChange={(next) => onSearch({ ...period, page: next })}
          empty={
            <EmptyState
              icon={<History />}
              title="Nada aconteceu neste período"
              action={!isWhole && <Button onClick={() => onSearch({})}>Ver tudo</Button>}
            >
              Escolha outras datas.
            </EmptyState>
          }
        >
          {(rows, fading) => (
            <DataTable
              caption="Eventos da conta"
              columns={columns}
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
