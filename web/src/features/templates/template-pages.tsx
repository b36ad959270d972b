import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { ReusablePage } from '@/components/list/reusable-page.tsx';
import { PageHeader } from '@/components/page/page-header.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { templateQueries } from '@/entities/template/queries.ts';
import { pathOf } from '@/lib/api/client.ts';
import { formatDateTime } from '@/lib/format/format.ts';
import { useNavigateHere } from '@/lib/hooks/use-navigate-here.ts';
import { api } from '@/lib/session/session.ts';

import { templateBody } from './template-form-values.ts';
import { TemplateForm } from './template-form.tsx';

const WORDS = {
  remove: 'Remover modelo',
  asked: 'Remover este modelo?',
  fate: (name: ReactNode) => (
    <>{name} deixa de existir e sai dos envelopes. Os processos feitos com ele ficam como estão.</>
  ),
  removed: 'Modelo removido',
  readOnly: 'Você pode usar este modelo, mas não alterá-lo. Fale com seu supervisor.',
};

const LIST = { label: 'Modelos', to: '/templates' } as const;

/** Making a template. */
export function NewTemplatePage() {
  const navigate = useNavigateHere();
  const queryClient = useQueryClient();
  return (
    <>
      <PageHeader title="Novo modelo" breadcrumb={[LIST]} />
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
  const query = templateQueries.detail(templateId);
  const { data: template } = useSuspenseQuery(query);
  return (
    <ReusablePage
      name={template.name}
      words={WORDS}
      list={LIST}
      beginning={{ template: templateId }}
      remove={(idempotencyKey) => api.call('removeTemplate', { params: { templateId }, idempotencyKey })}
      queryKeys={{ detail: query.queryKey, all: templateQueries.all }}
    >
      {(readOnly) => (
        <>
          <TemplateForm
            key={templateId}
            template={template}
            keptPdf={
              template.content.kind !== 'text'
                ? { url: pathOf('readTemplate', { templateId }), client: api }
                : undefined
            }
            readOnly={readOnly}
            onCancel={() => void navigate({ to: LIST.to })}
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
        </>
      )}
    </ReusablePage>
  );
}
