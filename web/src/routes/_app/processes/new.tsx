import { createFileRoute } from '@tanstack/react-router';

import type { StepId } from '@/features/processes/wizard/draft.ts';
import { NewProcessPage } from '@/features/processes/wizard/new-process-page.tsx';
import { useUser } from '@/lib/use-session.ts';

/** By name alone: the draft's rules come with the screen. */
const STEP_IDS = [
  'documentos',
  'empresa',
  'signatarios',
  'revisao',
  'fim',
] as const satisfies readonly StepId[];

interface WizardSearch {
  step?: StepId;
  process?: string;
}

export const Route = createFileRoute('/_app/processes/new')({
  validateSearch: (raw: Record<string, unknown>): WizardSearch => {
    const step = STEP_IDS.find((id) => id === raw['step']);
    return {
      ...(step === undefined ? {} : { step }),
      ...(typeof raw['process'] === 'string' ? { process: raw['process'] } : {}),
    };
  },
  component: NewProcess,
});

function NewProcess() {
  const user = useUser();
  const { step, process } = Route.useSearch();
  return user === undefined ? null : (
    <NewProcessPage user={user} step={step ?? 'documentos'} processId={process} />
  );
}
