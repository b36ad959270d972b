import { LAST_STEP, type SealStep as Step } from '@lacre/contracts/seal-steps';
import { Check, Loader, RotateCw } from 'lucide-react';

import { cn } from '@/lib/cn.ts';
import { formatDate, formatDateTime } from '@/lib/format.ts';

import type { ProcessDocument } from '../queries.ts';

type StepState = 'done' | 'now' | 'waiting' | 'retrying';

interface SealStep {
  label: string;
  state: StepState;
}

/** Every step after the upload, in order, as what was done and as what is being done. */
const STEPS: readonly { step: Step; done: string; doing: string }[] = [
  { step: 'completed', done: 'Assinaturas reunidas', doing: 'Reunindo as assinaturas' },
  { step: 'rendered', done: 'Página de assinaturas pronta', doing: 'Preparando a página de assinaturas' },
  { step: 'sealed', done: 'Selo aplicado', doing: 'Aplicando o selo' },
  { step: 'time-stamped', done: 'Carimbo do tempo', doing: 'Obtendo o carimbo do tempo' },
  { step: 'long-term', done: 'Provas de longo prazo', doing: 'Guardando as provas de longo prazo' },
  { step: 'archived', done: 'Arquivado', doing: 'Carimbando para o arquivo' },
];

/** What happens to a document between its last signature and its sealed file, as far as its level goes. */
export function sealSteps(document: ProcessDocument): readonly SealStep[] {
  const order = STEPS.map(({ step }) => step);
  const last = order.indexOf(LAST_STEP[document.sealLevel ?? 'B-LTA']);
  const reached = order.indexOf(document.sealStep);
  return STEPS.slice(0, last + 1).map(({ done, doing }, index) => {
    if (index <= reached) return { label: done, state: 'done' };
    if (index > reached + 1) return { label: done, state: 'waiting' };
    return { label: doing, state: document.sealProblem === null ? 'now' : 'retrying' };
  });
}

/** The steps of sealing while they last, with why one is retried; afterwards what came of them. */
export function SealSteps({ document }: { document: ProcessDocument }) {
  if (document.sealedAt !== null) return <Sealed document={document} sealedAt={document.sealedAt} />;
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
      {document.sealProblem !== null && (
        <p className="mt-1.5 text-[0.8125rem] text-warning">
          {document.sealProblem} Nada se perdeu: tentamos de novo sozinhos.
        </p>
      )}
    </div>
  );
}

function Sealed({ document, sealedAt }: { document: ProcessDocument; sealedAt: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-[0.8125rem]">
      <span className="inline-flex items-center gap-1.5 text-success">
        <StepIcon state="done" />
        Selado em {formatDateTime(sealedAt)}
      </span>
      {document.provableUntil !== null && (
        <span className="text-subtle">
          Comprovável até {formatDate(document.provableUntil)}, com renovação automática antes disso
        </span>
      )}
    </p>
  );
}

function StepIcon({ state }: { state: StepState }) {
  if (state === 'done') return <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />;
  if (state === 'now') return <Loader aria-hidden="true" className="size-3.5 animate-spin" />;
  if (state === 'retrying') return <RotateCw aria-hidden="true" className="size-3.5" />;
  return <span aria-hidden="true" className="size-2 rounded-full border border-control" />;
}
