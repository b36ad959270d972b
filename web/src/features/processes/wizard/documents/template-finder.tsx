import { useMutation, useQuery } from '@tanstack/react-query';

import { comboboxOf, useTypedSearch } from '@/components/list/typed-search.ts';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Combobox } from '@/components/ui/fields/combobox.tsx';
import { envelopeQueries } from '@/entities/envelope/queries.ts';
import { templateQueries, type Template } from '@/entities/template/queries.ts';
import { templateDocumentId } from '@/features/processes/wizard/draft/draft-templates.ts';
import type { DraftDocument } from '@/features/processes/wizard/draft/draft.ts';
import { formatList, plural } from '@/lib/format/format.ts';
import { api } from '@/lib/session/session.ts';

/** How many of each kind the search offers at a time. */
const OFFERED = 5;

/** The templates of an envelope, in its order. */
export const templatesOf = async (envelopeId: string): Promise<Template[]> => {
  const { templates } = await api.call('getEnvelope', { params: { envelopeId } });
  return Promise.all(templates.map(({ templateId }) => api.call('getTemplate', { params: { templateId } })));
};

/** Finds templates and envelopes by name; nothing while the account has none. */
export function TemplateFinder({
  documents,
  onUse,
}: {
  documents: readonly DraftDocument[];
  onUse: (templates: Template[]) => void;
}) {
  const typed = useTypedSearch();
  const templates = useQuery(templateQueries.list(typed.filter, OFFERED));
  const envelopes = useQuery(envelopeQueries.list(typed.filter, OFFERED));
  const use = useMutation({
    mutationFn: async (envelopeId: string) => templatesOf(envelopeId),
    onSuccess: (found) => {
      onUse(found);
      typed.setText('');
    },
  });
  const found = (templates.data?.total ?? 0) + (envelopes.data?.total ?? 0);
  if (typed.text === '' && found === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <Combobox
        label="Usar modelo ou envelope"
        placeholder="Modelo ou envelope"
        {...comboboxOf(typed, 'Nenhum modelo ou envelope encontrado.', templates, envelopes)}
        {...(use.isPending && { busy: true })}
        options={[
          ...(envelopes.data?.items ?? []).map((envelope) => ({
            id: envelope.envelopeId,
            label: envelope.name,
            detail: `Envelope com ${plural(envelope.templates.length, 'modelo')}`,
            disabledReason: envelope.templates.length === 0 ? 'Os modelos dele foram removidos' : undefined,
          })),
          ...(templates.data?.items ?? []).map((template) => ({
            id: template.templateId,
            label: template.name,
            detail: `Modelo: ${formatList(template.roles.map(({ label }) => label))}`,
            disabledReason: documents.some(
              ({ uploadId }) => uploadId === templateDocumentId(template.templateId),
            )
              ? 'Já está neste processo'
              : undefined,
          })),
        ]}
        onChoose={(id) => {
          const template = templates.data?.items.find(({ templateId }) => templateId === id);
          if (template === undefined) {
            use.mutate(id);
            return;
          }
          onUse([template]);
          typed.setText('');
        }}
      />
      <ProblemCallout error={use.error} />
    </div>
  );
}
