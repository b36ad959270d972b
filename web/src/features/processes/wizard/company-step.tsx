import { useState } from 'react';

import { Callout } from '@/components/ui/feedback/callout.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { CompanyPicker, type ChosenCompany } from '@/entities/company/company-picker.tsx';
import type { ChangeDraft } from '@/features/processes/wizard/draft/draft-store.ts';
import { withoutOtherCompanies } from '@/features/processes/wizard/draft/draft-templates.ts';
import type { Draft } from '@/features/processes/wizard/draft/draft.ts';
import { useIsSteward, useIsWithoutCompany } from '@/lib/session/use-session.ts';

const CompanyDialog = lazyDialog(
  () => import('./company-dialog.tsx'),
  (code) => code.default,
);

/** Second step: whose process it is. */
export function CompanyStep({
  draft,
  change,
  error,
}: {
  draft: Draft;
  change: ChangeDraft;
  error: string | undefined;
}) {
  const [creating, setCreating] = useState<string>();
  const mayCreate = useIsSteward();
  const isWithoutCompany = useIsWithoutCompany();
  // Another company's usual signatories sign nothing for this one. Until one is chosen, it may be the same again.
  const choose = (company: ChosenCompany | null) =>
    change((current) =>
      company === null
        ? { company }
        : { company, participants: withoutOtherCompanies(current, company.companyId) },
    );
  if (isWithoutCompany)
    return (
      <Callout title="Falta ligar você a uma empresa">
        <p>
          Peça a quem administra a conta que inclua você em uma empresa. O que você preencher aqui fica
          guardado como rascunho.
        </p>
      </Callout>
    );
  return (
    <>
      <CompanyPicker
        label="Buscar empresa"
        chosen={draft.company}
        error={error}
        onChoose={choose}
        {...(mayCreate ? { createLabel: 'Cadastrar nova empresa', onCreate: setCreating } : {})}
      />
      {creating !== undefined && (
        <CompanyDialog
          initial={creating}
          onClose={() => setCreating(undefined)}
          onCreated={(company) => {
            setCreating(undefined);
            choose(company);
          }}
        />
      )}
    </>
  );
}
