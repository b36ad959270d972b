import type { AnswerOf } from '@lacre/contracts';
import { WEBHOOK_RETRY_HOURS, WEBHOOK_FORMER_SECRET_HOURS } from '@lacre/contracts/limits';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { PageHeader } from '@/components/page/page-header.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { CopyButton } from '@/components/ui/actions/copy-button.tsx';
import { MenuItem, MenuSeparator } from '@/components/ui/actions/dropdown-menu.tsx';
import { MoreMenu } from '@/components/ui/actions/more-menu.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { RecentAct } from '@/entities/session/recent-act.tsx';
import { useRecently } from '@/entities/session/recently.tsx';
import { webhookStates } from '@/i18n/account-words.ts';
import { webhookEventLabel } from '@/i18n/webhook-events.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { formatDateTime } from '@/lib/format/format.ts';
import { formatRelative } from '@/lib/format/relative.ts';
import { api } from '@/lib/session/session.ts';

import { Deliveries } from './deliveries.tsx';
import { webhookQueries, type Webhook } from './queries.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import type { WebhookSearch } from './webhook-search.ts';
import { WebhookSecret } from './webhook-secret.tsx';

/** One webhook: how it is doing, and what was sent to it. */
export function WebhookPage({
  webhookId,
  search,
  onSearch,
}: {
  webhookId: string;
  search: WebhookSearch;
  onSearch: (next: WebhookSearch) => void;
}) {
  const { data: webhook } = useSuspenseQuery(webhookQueries.detail(webhookId));
  const name = webhook.description || new URL(webhook.url).host;
  return (
    <>
      <PageHeader
        title={name}
        breadcrumb={[{ label: 'Webhooks', to: '/webhooks' }]}
        extra={<WebhookActions webhook={webhook} />}
      />
      <div className="flex flex-col gap-6 pt-6">
        <Health webhook={webhook} />
        <section aria-label="Webhook" className="card p-5 sm:p-6">
          <dl className="grid gap-4 sm:grid-cols-2">
            <Fact label="Endereço" wide>
              <span className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 break-all">{webhook.url}</span>
                <CopyButton text={webhook.url} label="Copiar endereço" iconOnly />
              </span>
            </Fact>
            <Fact label="Situação">
              <Badge tone={webhookStates[webhook.status].tone}>{webhookStates[webhook.status].label}</Badge>
            </Fact>
            <Fact label="Cadastro">{formatDateTime(webhook.createdAt)}</Fact>
            <Fact label="O que é enviado" wide>
              {webhook.eventTypes.length === 0 ? (
                'Tudo o que acontece na conta'
              ) : (
                <span className="flex flex-wrap gap-1.5">
                  {webhook.eventTypes.map((type) => (
                    <Badge key={type}>{webhookEventLabel(type)}</Badge>
                  ))}
                </span>
              )}
            </Fact>
          </dl>
        </section>
        <Deliveries webhook={webhook} search={search} onSearch={onSearch} />
      </div>
    </>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="text-[0.8125rem] text-subtle">{label}</dt>
      <dd className="mt-1 text-sm font-medium">{children}</dd>
    </div>
  );
}

/** Says what to do when it fails or stands still. */
function Health({ webhook }: { webhook: Webhook }) {
  if (webhook.status === 'disabled') {
    return (
      <Callout tone="danger" title="Desativado por falhas seguidas">
        Nada mais é guardado para este endereço. Corrija o que impede as entregas e retome.
      </Callout>
    );
  }
  if (webhook.status === 'paused') {
    return (
      <Callout tone="warning" title="Pausado">
        O que acontece fica guardado e será enviado quando você retomar.
      </Callout>
    );
  }
  if (webhook.failingSince === null) return null;
  return (
    <Callout tone="warning" title={`Falhando ${sinceWhen(webhook.failingSince)}`}>
      Seu endereço não está respondendo com sucesso (2xx). As entregas são tentadas de novo por{' '}
      {WEBHOOK_RETRY_HOURS} horas.
    </Callout>
  );
}

const sinceWhen = (moment: string) => `desde ${formatDateTime(moment)} (${formatRelative(moment)})`;

type Asking = 'edit' | 'rotate' | 'remove';

function WebhookActions({ webhook }: { webhook: Webhook }) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<Asking>();
  const [busy, setBusy] = useState(false);
  const params = { webhookId: webhook.webhookId };
  const close = () => setAsking(undefined);

  async function turn(operation: 'pauseWebhook' | 'resumeWebhook', done: string): Promise<void> {
    setBusy(true);
    try {
      await api.call(operation, { params });
      await queryClient.invalidateQueries({ queryKey: webhookQueries.all });
      toast.success(done);
    } catch (error) {
      toast.error(asProblem(error).title);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      {webhook.status === 'active' ? (
        <Button icon={<Pause />} busy={busy} onClick={() => void turn('pauseWebhook', 'Webhook pausado')}>
          Pausar
        </Button>
      ) : (
        <Button
          variant="primary"
          icon={<Play />}
          busy={busy}
          onClick={() => void turn('resumeWebhook', 'Webhook retomado')}
        >
          Retomar
        </Button>
      )}
      <MoreMenu label="Mais ações">
        <MenuItem icon={<Pencil />} onSelect={() => setAsking('edit')}>
          Editar
        </MenuItem>
        <MenuItem icon={<KeyRound />} onSelect={() => setAsking('rotate')}>
          Trocar segredo
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 />} onSelect={() => setAsking('remove')}>
          Remover
        </MenuItem>
      </MoreMenu>
      {asking === 'edit' && <WebhookDialog webhook={webhook} onClose={close} onSaved={close} />}
      {asking === 'rotate' && <RotateSecret webhookId={webhook.webhookId} onClose={close} />}
      {asking === 'remove' && <RemoveWebhook webhookId={webhook.webhookId} onClose={close} />}
    </>
  );
}

function RotateSecret({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const [made, setMade] = useState<AnswerOf<'rotateWebhookSecret'>>();
  if (made !== undefined) {
    return (
      <WebhookSecret
        title="Segredo trocado"
        secret={made.secret}
        note={`O anterior também assina até ${formatDateTime(made.previousUntil)}.`}
        onClose={onClose}
      />
    );
  }
  return (
    <RecentAct>
      <ConfirmRotation webhookId={webhookId} onClose={onClose} onMade={setMade} />
    </RecentAct>
  );
}

function ConfirmRotation({
  webhookId,
  onClose,
  onMade,
}: {
  webhookId: string;
  onClose: () => void;
  onMade: (made: AnswerOf<'rotateWebhookSecret'>) => void;
}) {
  const recently = useRecently();
  return (
    <ConfirmCommand
      title="Trocar o segredo?"
      description={`Por ${WEBHOOK_FORMER_SECRET_HOURS} horas o anterior também assina, para seu sistema passar de um ao outro sem perder avisos.`}
      confirmLabel="Trocar segredo"
      send={(idempotencyKey) =>
        recently(async () =>
          onMade(await api.call('rotateWebhookSecret', { params: { webhookId }, idempotencyKey })),
        )
      }
      onDone={() => {}}
      onClose={onClose}
    />
  );
}

function RemoveWebhook({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (
    <ConfirmCommand
      title="Remover este webhook?"
      description="O que ainda esperava envio é descartado. Não é possível desfazer."
      confirmLabel="Remover webhook"
      danger
      send={(idempotencyKey) => api.call('removeWebhook', { params: { webhookId }, idempotencyKey })}
      onDone={async () => {
        await navigate({ to: '/webhooks' });
        queryClient.removeQueries({ queryKey: webhookQueries.detail(webhookId).queryKey });
        await queryClient.invalidateQueries({ queryKey: webhookQueries.all });
        toast.success('Webhook removido');
      }}
      onClose={onClose}
    />
  );
}
