import { WEBHOOK_RETRY_HOURS } from '@lacre/contracts/limits';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { ListBody } from '@/components/list/list-body.tsx';
import { PageHeader } from '@/components/page/page-header.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { DataTable, type Column } from '@/components/ui/tables/data-table.tsx';
import { webhookStates } from '@/i18n/account-words.ts';
import { formatDate, formatNumber, plural } from '@/lib/format/format.ts';

import { webhookQueries, type Webhook } from './queries.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

const columns: readonly Column<Webhook>[] = [
  {
    id: 'url',
    header: 'Endereço',
    primary: true,
    className: 'w-2/5',
    cell: (webhook) => <span className="break-all">{webhook.description || webhook.url}</span>,
  },
  {
    id: 'status',
    header: 'Situação',
    cell: ({ status }) => <Badge tone={webhookStates[status].tone}>{webhookStates[status].label}</Badge>,
  },
  {
    id: 'types',
    header: 'Eventos',
    cell: ({ eventTypes }) => (eventTypes.length === 0 ? 'Todos' : plural(eventTypes.length, 'tipo')),
  },
  {
    id: 'pending',
    header: 'Na fila',
    align: 'end',
    cell: ({ pending }) => <span className="tabular">{formatNumber(pending)}</span>,
  },
  {
    id: 'dead',
    header: 'Não entregues',
    align: 'end',
    cell: ({ dead }) => (
      <span className={dead > 0 ? 'font-medium text-danger tabular' : 'tabular'}>{formatNumber(dead)}</span>
    ),
  },
  {
    id: 'created',
    header: 'Cadastro',
    onPhone: 'hidden',
    className: 'max-lg:hidden',
    cell: ({ createdAt }) => <span className="tabular">{formatDate(createdAt)}</span>,
  },
];

const webhookLink = ({ webhookId }: Webhook, children: ReactNode, className: string) => (
  <Link to="/webhooks/$webhookId" params={{ webhookId }} className={className}>
    {children}
  </Link>
);

/** Webhooks: addresses that receive the tenant's facts. */
export function WebhooksPage({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const navigate = useNavigate();
  const query = useQuery(webhookQueries.list(page));
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<{ webhookId: string; secret: string }>();
  const newWebhook = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      <span>
        Novo<span className="max-sm:sr-only"> webhook</span>
      </span>
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        help={
          <>
            <p>
              Quando algo acontece na conta, o Lacre avisa os endereços daqui com um POST assinado, no formato
              Standard Webhooks. O que falha é tentado de novo por {WEBHOOK_RETRY_HOURS} horas.
            </p>
            <p>
              Para ler os eventos em vez de recebê-los, use a API:{' '}
              <a href="/api/docs" className="text-primary-ink underline underline-offset-4">
                documentação da API
              </a>
              .
            </p>
          </>
        }
        extra={newWebhook}
      />
      <div className="pt-6">
        <ListBody
          query={query}
          page={page}
          onPageChange={onPage}
          empty={
            <EmptyState icon={<WebhookIcon />} title="Nenhum webhook ainda" action={newWebhook}>
              Cadastre um endereço do seu sistema para saber na hora quando alguém assina, recusa ou um
              documento é selado.
            </EmptyState>
          }
        >
          {(rows, fading) => (
            <DataTable
              caption="Webhooks"
              columns={columns}
              rows={rows}
              fading={fading}
              rowKey={({ webhookId }) => webhookId}
              rowLink={webhookLink}
            />
          )}
        </ListBody>
      </div>
      {creating && (
        <WebhookDialog
          onClose={() => setCreating(false)}
          onSaved={(webhook) => {
            setCreating(false);
            if (webhook !== undefined) setCreated(webhook);
          }}
        />
      )}
      {created !== undefined && (
        <WebhookSecret
          title="Webhook criado"
          secret={created.secret}
          onClose={() =>
            void navigate({ to: '/webhooks/$webhookId', params: { webhookId: created.webhookId } })
          }
        />
      )}
    </>
  );
}
