import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Send, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { ConfirmCommand } from '@/components/app/confirm-command.tsx';
import { PageHeader } from '@/components/app/page-header.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Callout } from '@/components/ui/callout.tsx';
import { toast } from '@/components/ui/toast.ts';
import { pathOf } from '@/lib/api/client.ts';
import { api } from '@/lib/api/session.ts';
import { formatDateTime } from '@/lib/format.ts';
import { useIsSteward } from '@/lib/use-session.ts';

import { templateQueries } from './queries.ts';
import { templateBody } from './template-form-values.ts';
import { TemplateForm } from './template-form.tsx';

const BREADCRUMB = [{ label: 'Modelos', to: '/templates' }] as const;

/** Making a template. */
export function NewTemplatePage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (
    <>
      <PageHeader title="Novo modelo" breadcrumb={BREADCRUMB} />
      <div className="pt-6">
        <TemplateForm
          onCancel={() => void navigate({ to: '/templates' })}
          onSave={async (values, idempotencyKey) => {
            const { content, ...fields } = templateBody(values);
            // The form sends none without its document.
            if (content === undefined) return;
            await api.call('createTemplate', { body: { ...fields, content }, idempotencyKey });
            await queryClient.invalidateQueries({ queryKey: templateQueries.all });
            toast.success('Modelo criado');
            void navigate({ to: '/templates', ignoreBlocker: true });
          }}
        />
      </div>
    </>
  );
}

/** One template, seen, edited, used, removed. */
export function TemplatePage({ templateId }: { templateId: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: template } = useSuspenseQuery(templateQueries.detail(templateId));
  const mayEdit = useIsSteward();
  const [removing, setRemoving] = useState(false);
  const leave = () => void navigate({ to: '/templates' });
  return (
    <>
      <PageHeader
        title={template.name}
        breadcrumb={BREADCRUMB}
        extra={
          <>
            {mayEdit && (
              <Button
                variant="dangerGhost"
                size="sm"
                icon={<Trash2 />}
                aria-label="Remover modelo"
                onClick={() => setRemoving(true)}
              >
                <span className="max-sm:sr-only">Remover</span>
              </Button>
            )}
            <Button asChild variant="primary" size="sm">
              <Link to="/processes/new" search={{ template: templateId }}>
                <Send />
                Usar
              </Link>
            </Button>
          </>
        }
      />
      <div className="pt-6">
        {!mayEdit && (
          <Callout tone="info" className="mb-4">
            Você pode usar este modelo, mas não alterá-lo. Fale com seu supervisor.
          </Callout>
        )}
        <TemplateForm
          key={templateId}
          template={template}
          keptPdf={
            template.content.kind === 'pdf'
              ? { url: pathOf('readTemplate', { templateId }), client: api }
              : undefined
          }
          readOnly={!mayEdit}
          onCancel={leave}
          onSave={async (values, idempotencyKey) => {
            await api.call('editTemplate', {
              params: { templateId },
              body: templateBody(values),
              idempotencyKey,
            });
            await queryClient.invalidateQueries({ queryKey: templateQueries.all });
            toast.success('Alterações salvas', { description: 'Processos já criados ficam como estão.' });
          }}
        />
        <p className="pt-4 text-xs text-subtle">
          Criado em {formatDateTime(template.createdAt)}; última alteração em{' '}
          {formatDateTime(template.editedAt)}.
        </p>
      </div>
      {removing && (
        <ConfirmCommand
          title="Remover este modelo?"
          description={
            <>
              <strong className="font-medium wrap-anywhere text-ink">{template.name}</strong> deixa de existir
              e sai dos envelopes. Os processos feitos com ele ficam como estão.
            </>
          }
          confirmLabel="Remover modelo"
          danger
          send={(idempotencyKey) => api.call('removeTemplate', { params: { templateId }, idempotencyKey })}
          onDone={async () => {
            toast.success('Modelo removido');
            setRemoving(false);
            leave();
            queryClient.removeQueries({ queryKey: templateQueries.detail(templateId).queryKey });
            await queryClient.invalidateQueries({ queryKey: templateQueries.all });
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}
