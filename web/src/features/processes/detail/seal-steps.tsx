import { Check, Loader, RotateCw } from 'lucide-react';

import { cn } from '@/lib/cn.ts';
import { formatDateTime } from '@/lib/format.ts';

import type { ProcessDocument } from '../queries.ts';

type StepState = 'done' | 'now' | 'waiting' | 'retrying';

interface SealStep {
  label: string;
  state: StepState;
}

/** What happens to a document between its last signature and its seal, as steps. */
export function sealSteps(document: ProcessDocument): readonly SealStep[] {
  const sealed = document.status === 'sealed';
  const retrying = document.sealStep === 'retrying';
  return [
    { label: 'Assinaturas reunidas', state: 'done' },
    {
      label: sealed ? 'Selo aplicado' : retrying ? 'Nova tentativa de selar' : 'Aplicando o selo',
      state: sealed ? 'done' : retrying ? 'retrying' : 'now',
    },
    {
      label:
        document.sealedAt === null ? 'Pronto para baixar' : `Selado em ${formatDateTime(document.sealedAt)}`,
      state: sealed ? 'done' : 'waiting',
    },
  ];
}

/** The steps of sealing; while it is retried, why. */
export function SealSteps({ document }: { document: ProcessDocument }) {
  return (
    <div>
      <ol aria-label="Passos do selo" className="flex flex-wrap gap-x-4 gap-y-1.5 text-[0.8125rem]">
        {sealSteps(document).map((step) => (
          <li
            key={step.label}
            className={cn(
              'inline-flex items-center gap-1.5',
              step.state === 'done' && 'text-success',
              step.state === 'now' && 'font-medium text-info',
              step.state === 'retrying' && 'font-medium text-warning',
              step.state === 'waiting' && 'text-subtle',
            )}
          >
            <StepIcon state={step.state} />
            {step.label}
          </li>
        ))}
      </ol>
      {document.sealStep === 'retrying' && (
        <p className="mt-1.5 text-[0.8125rem] text-warning">
          {document.sealProblem ?? 'A última tentativa não deu certo.'} Nada se perdeu: tentamos de novo
          sozinhos.
        </p>
      )}
    </div>
  );
}

function StepIcon({ state }: { state: StepState }) {
  if (state === 'done') return <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />;
  if (state === 'now') return <Loader aria-hidden="true" className="size-3.5 animate-spin" />;
  if (state === 'retrying') return <RotateCw aria-hidden="true" className="size-3.5" />;
  return <span aria-hidden="true" className="size-2 rounded-full border border-control" />;
}
