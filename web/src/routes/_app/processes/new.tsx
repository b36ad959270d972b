import { createFileRoute } from '@tanstack/react-router';

import { NewProcessPage } from '@/features/processes/wizard/new-process-page.tsx';
import { STEPS, type StepId } from '@/features/processes/wizard/steps.ts';
import { exactly } from '@/lib/address/exactly.ts';
import { idsOf } from '@/lib/address/ids.ts';
import { useUser } from '@/lib/session/use-session.ts';

interface WizardSearch {
  step?: StepId;
  process?: string;
  /** How many processes were made, when more than that one. */
  count?: number;
  /** What to begin from. */
  template?: string;
  envelope?: string;
  group?: string;
  /** A saved draft to go on with. */
  draft?: string;
  /** A new draft beside the present one. */
  fresh?: true;
  /** A new draft too, of which the user is the only signer. */
  alone?: true;
}

export const Route = createFileRoute('/_app/processes/new')({
  validateSearch: exactly((raw): WizardSearch => {
    const step = STEPS.find(({ id }) => id === raw['step'])?.id;
    return {
      ...(step === undefined ? {} : { step }),
      ...(Number.isInteger(raw['count']) && Number(raw['count']) > 1 ? { count: Number(raw['count']) } : {}),
      ...idsOf(raw, 'process', 'template', 'envelope', 'group', 'draft'),
      ...(raw['fresh'] === true ? { fresh: true } : {}),
      ...(raw['alone'] === true ? { alone: true } : {}),
    };
  }),
  component: NewProcess,
});

function NewProcess() {
  const user = useUser();
  const { step, process, count, template, envelope, group, draft, fresh, alone } = Route.useSearch();
  return user === undefined ? null : (
    <NewProcessPage
      user={user}
      step={step ?? 'documentos'}
      processId={process}
      count={count}
      beginnings={{ template, envelope, group, alone }}
      asked={{ saved: draft, fresh: fresh === true || alone === true }}
    />
  );
}
