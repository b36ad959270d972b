import { isEmptyText } from '@lacre/contracts/emptiness';
import type { ReactNode } from 'react';

import { DocumentsStep } from '@/features/processes/wizard/documents/documents-step.tsx';
import type { Uploads } from '@/features/processes/wizard/documents/use-uploads.ts';
import type { ChangeDraft } from '@/features/processes/wizard/draft/draft-store.ts';
import { withTemplates } from '@/features/processes/wizard/draft/draft-templates.ts';
import type { Draft } from '@/features/processes/wizard/draft/draft.ts';
import type { CurrentUser } from '@/lib/session/session.ts';

import { CompanyStep, ParticipantsStep } from './later-steps.tsx';
import { StepHeading } from './step-heading.tsx';
import type { StepId } from './steps.ts';

/** What is filled in before the review, on one page: documents, company, people. */
export function FormSections({
  user,
  draftId,
  draft,
  change,
  uploads,
  missed,
}: {
  user: CurrentUser;
  /** Another draft has forms of its own. */
  draftId: string;
  draft: Draft;
  change: ChangeDraft;
  uploads: Uploads;
  /** The section whose lack is shown at its fields. */
  missed: StepId | undefined;
}) {
  const sending = uploads.pending.some((item) => item.state.step !== 'failed');
  const lacksDocuments = missed === 'documentos' && !sending && draft.documents.length === 0;
  const lacksSummary = missed === 'documentos' && isEmptyText(draft.summary);
  const lacksCompany = missed === 'empresa' && draft.company === null;
  return (
    <>
      <Section step="documentos">
        <DocumentsStep
          draft={draft}
          change={change}
          uploads={uploads}
          onUse={(templates) => change((current) => withTemplates(current, templates))}
          documentsError={lacksDocuments ? 'Inclua ao menos um documento.' : undefined}
          summaryError={lacksSummary ? 'Por favor, insira o resumo' : undefined}
        />
      </Section>
      <Section step="empresa">
        <CompanyStep draft={draft} change={change} error={lacksCompany ? 'Escolha a empresa.' : undefined} />
      </Section>
      <Section step="signatarios">
        <ParticipantsStep key={draftId} user={user} draft={draft} change={change} />
      </Section>
    </>
  );
}

/** A part of the process, as a card under its heading. */
export function Section({ step, children }: { step: StepId; children: ReactNode }) {
  return (
    <section aria-labelledby={`passo-${step}`} className="card p-5 sm:p-7">
      <StepHeading step={step} />
      {children}
    </section>
  );
}
