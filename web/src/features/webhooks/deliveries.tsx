import { WEBHOOK_DELIVERY_DAYS } from '@lacre/contracts/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw, Send } from 'lucide-react';
import { useState } from 'react';

import { ListBody } from '@/components/list/list-body.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { DataTable, type Column } from '@/components/ui/tables/data-table.tsx';
import { FilterTabs } from '@/components/ui/tables/filter-tabs.tsx';
import { deliveryStates } from '@/i18n/account-words.ts';
import { webhookEventLabel } from '@/i18n/webhook-events.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { formatDateTime, formatExactDateTime, plural } from '@/lib/format/format.ts';
import { formatRelative } from '@/lib/format/relative.ts';
import { api } from '@/lib/session/session.ts';

import { webhookQueries, type Delivery, type Webhook } from './queries.ts';
import type { WebhookSearch } from './webhook-search.ts';

const columns: readonly Column<Delivery>[] = [
  {
    id: 'type',
    header: 'Evento',
    primary: true,
    cell: ({ eventType }) => (
      <>
        <span className="block font-medium">{webhookEventLabel(eventType)}</span>
        <code className="block font-mono text-xs font-normal break-all text-muted">{eventType}</code>
      </>
    ),
  },
  {
    id: 'status',
    header: 'Situação',
    cell: ({ status }) => <Badge tone={deliveryStates[status].tone}>{deliveryStates[status].label}</Badge>,
  },
  {
    id: 'result',
    header: 'Resultado',
    className: 'min-w-40 max-w-72',
    cell: (delivery) => <span className="wrap-anywhere text-muted">{resultOf(delivery)}</span>,
  },
  {
    id: 'attempts',
    header: 'Tentativas',
    align: 'end',
    className: 'max-lg:hidden',
    cell: ({ attempts }) => <span className="tabular">{attempts}</span>,
  },
  {
    id: 'at',
    header: 'Quando',
    align: 'end',
    cell: ({ occurredAt }) => (
      <time
        dateTime={occurredAt}
        title={formatExactDateTime(occurredAt)}
        className="whitespace-nowrap text-muted tabular"
      >
        {formatDateTime(occurredAt)}
      </time>
    ),
  },
];

function resultOf({ status, lastStatus, lastProblem, nextAttemptAt, deliveredAt }: Delivery): string {
  if (status === 'delivered')
    return `HTTP ${lastStatus ?? 200}${deliveredAt === null ? '' : `, ${formatRelative(deliveredAt)}`}`;
  const last = lastProblem ?? (lastStatus === null ? undefined : `HTTP ${lastStatus}`);
  const next = nextAttemptAt === null ? undefined : `nova tentativa ${formatRelative(nextAttemptAt)}`;
  return [last, next].filter((part) => part !== undefined).join(' · ') || '—';
}

/** What was sent to a webhook, and the way to send it again. */
export function Deliveries({
  webhook,
  search,
  onSearch,
}: {
  webhook: Webhook;
  search: WebhookSearch;
  onSearch: (next: WebhookSearch) => void;
}) {
  const query = useQuery(webhookQueries.deliveries(webhook.webhookId, search));
  const { replay, replaying } = useReplay(webhook.webhookId);
  const dead = (query.data?.items ?? []).filter(({ status }) => status === 'dead');
  const resend = ({ eventId, status, eventType }: Delivery) =>
    status !== 'pending' && (
      <Button
        size="sm"
        icon={<RotateCw />}
        aria-label={`Reenviar ${webhookEventLabel(eventType)}`}
        busy={replaying?.has(eventId) === true}
        onClick={() => void replay([eventId])}
      >
        Reenviar
      </Button>
    );
  return (
    <section aria-labelledby="envios">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="envios" className="text-lg font-semibold">
          Envios
        </h2>
        <FilterTabs
          label="Mostrar envios"
          name="delivery-filter"
          options={[
            { value: 'all', label: 'Todos' },
            { value: 'pending', label: 'Na fila', count: webhook.pending },
            { value: 'delivered', label: 'Entregues' },
            { value: 'dead', label: 'Não entregues', count: webhook.dead },
          ]}
          value={search.filter ?? 'all'}
          onValueChange={(filter) => onSearch({ filter })}
        />
      </div>
      {search.filter === 'dead' && dead.length > 0 && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-warning-line bg-warning-soft p-4 text-sm">
          <p>Já corrigiu seu endereço? Envie de novo o que não foi recebido.</p>
          <Button
            size="sm"
            icon={<RotateCw />}
            busy={replaying !== undefined}
            onClick={() => void replay(dead.map(({ eventId }) => eventId))}
          >
            Reenviar {plural(dead.length, 'evento')}
          </Button>
        </div>
      )}
      <ListBody
        query={query}
        page={search.page ?? 1}
        onPageChange={(page) => onSearch({ ...search, page })}
        empty={
          <EmptyState icon={<Send />} title="Nenhum envio aqui">
            {search.filter === undefined
              ? `O que acontecer na conta daqui em diante aparece nesta lista por ${WEBHOOK_DELIVERY_DAYS} dias.`
              : `Nada nesta situação nos últimos ${WEBHOOK_DELIVERY_DAYS} dias.`}
          </EmptyState>
        }
      >
        {(rows, fading) => (
          <DataTable
            caption="Envios"
            columns={columns}
            rows={rows}
            fading={fading}
            rowKey={({ eventId }) => eventId}
            actions={resend}
          />
        )}
      </ListBody>
    </section>
  );
}

function useReplay(webhookId: string): {
  replay: (eventIds: readonly string[]) => Promise<void>;
  replaying: ReadonlySet<string> | undefined;
} {
  const queryClient = useQueryClient();
  const [replaying, setReplaying] = useState<ReadonlySet<string>>();
  return {
    replaying,
    replay: async (eventIds) => {
      setReplaying(new Set(eventIds));
      try {
        for (const eventId of eventIds)
          await api.call('replayWebhookDelivery', { params: { webhookId, eventId } });
        toast.success('Será enviado de novo', { description: plural(eventIds.length, 'evento') });
      } catch (error) {
        toast.error(asProblem(error).title);
      } finally {
        await queryClient.invalidateQueries({ queryKey: webhookQueries.all });
        setReplaying(undefined);
      }
    },
  };
}
