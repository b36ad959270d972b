import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { ReusablePage } from '@/components/list/reusable-page.tsx';
import { PageHeader } from '@/components/page/page-header.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { envelopeQueries } from '@/entities/envelope/queries.ts';
import { plural } from '@/lib/format/format.ts';
import { useNavigateHere } from '@/lib/hooks/use-navigate-here.ts';
import { api } from '@/lib/session/session.ts';

import { bodyOf, EnvelopeForm } from './envelope-form.tsx';

const WORDS = {
  remove: 'Remover envelope',
  asked: 'Remover este envelope?',
  fate: (name: ReactNode) => (
    <>{name} deixa de existir. Os modelos continuam, e os processos ficam como estão.</>
  ),
  removed: 'Envelope removido',
  readOnly: 'Você pode usar este envelope, mas não alterá-lo. Fale com seu supervisor.',
};

const LIST = { label: 'Envelopes', to: '/envelopes' } as const;

/** Making an envelope. */
export function NewEnvelopePage() {
  const navigate = useNavigateHere();
  return (
    <>
      <PageHeader title="Novo envelope" breadcrumb={[LIST]} />
      <div className="pt-6">
        <EnvelopeForm
          onSave={async (values, idempotencyKey) => {
            await api.call('createEnvelope', { body: bodyOf(values), idempotencyKey });
            toast.success('Envelope criado');
          }}
          onLeave={() => void navigate({ to: '/envelopes', ignoreBlocker: true })}
          onCancel={() => void navigate({ to: '/envelopes' })}
        />
      </div>
    </>
  );
}

/** One envelope, seen, edited, used, removed. */
export function EnvelopePage({ envelopeId }: { envelopeId: string }) {
  const navigate = useNavigate();
  const query = envelopeQueries.detail(envelopeId);
  const { data: envelope } = useSuspenseQuery(query);
  const gone = envelope.templateIds.length - envelope.templates.length;
  return (
    <ReusablePage
      name={envelope.name}
      words={WORDS}
      list={LIST}
      beginning={envelope.templates.length > 0 ? { envelope: envelopeId } : undefined}
      remove={(idempotencyKey) => api.call('removeEnvelope', { params: { envelopeId }, idempotencyKey })}
      queryKeys={{ detail: query.queryKey, all: envelopeQueries.all }}
    >
      {(readOnly) => (
        <>
          {gone > 0 && (
            <Callout tone="warning" className="mb-4" title="Há modelos que não existem mais">
              {plural(gone, 'modelo foi removido', 'modelos foram removidos')} e não{' '}
              {gone === 1 ? 'aparece' : 'aparecem'} abaixo.
            </Callout>
          )}
          <EnvelopeForm
            key={envelopeId}
            envelope={envelope}
            readOnly={readOnly}
            onSave={async (values, idempotencyKey) => {
              await api.call('editEnvelope', {
                params: { envelopeId },
                body: bodyOf(values),
                idempotencyKey,
              });
              toast.success('Alterações salvas');
            }}
            onCancel={() => void navigate({ to: LIST.to })}
          />
        </>
      )}
    </ReusablePage>
  );
}
