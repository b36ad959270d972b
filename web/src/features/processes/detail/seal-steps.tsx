import { LAST_STEP, type SealStep as Step } from '@lacre/contracts/seal-steps';
import { Check, Loader, RotateCw } from 'lucide-react';

import type { ProcessDocument } from '@/entities/process/queries.ts';
import { formatDate, formatDateTime } from '@/lib/format/format.ts';
import { cn } from '@/lib/style/cn.ts';

type StepState = 'done' | 'now' | 'waiting' | 'retrying';

interface SealStep {
  label: string;
  state: StepState;
}

/** Every step after the upload, in order, as what is to do, what is being done and what was done. */
const STEPS: readonly { step: Step; todo: string; doing: string; done: string }[] = [
  { step: 'completed', todo: 'Assinaturas', doing: 'Reunindo as assinaturas', done: 'Assinaturas reunidas' },
  {
    step: 'rendered',
    todo: 'Página de assinaturas',
    doing: 'Preparando a página de assinaturas',
    done: 'Página de assinaturas pronta',
  },
  { step: 'sealed', todo: 'Selo', doing: 'Aplicando o selo', done: 'Selo aplicado' },
  {
    step: 'time-stamped',
    todo: 'Carimbo do tempo',
    doing: 'Obtendo o carimbo do tempo',
    done: 'Carimbo do tempo obtido',
  },
  {
    step: 'long-term',
    todo: 'Provas de longo prazo',
    doing: 'Guardando as provas de longo prazo',
    done: 'Provas de longo prazo guardadas',
  },
  { step: 'archived', todo: 'Arquivamento', doing: 'Carimbando para o arquivo', done: 'Arquivado' },
];
const STATE_WORDS: Record<StepState, string> = {
  done: 'feito',
  now: 'em andamento',
  waiting: 'a fazer',
  retrying: 'aguardando nova tentativa',
};

/** What happens to a document between its last signature and its sealed file, as far as its level goes. */
function sealSteps(document: ProcessDocument): readonly SealStep[] {
  // What arrived signed takes no pages.
  const steps = STEPS.filter(({ step }) => step !== 'rendered' || !document.evidenceApart);
  const order = steps.map(({ step }) => step);
  const last = order.indexOf(LAST_STEP[document.sealLevel ?? 'B-LTA']);
  const reached = Math.max(0, order.indexOf(document.sealStep));
  return steps.slice(0, last + 1).map(({ todo, doing, done }, index) => {
    if (index <= reached) return { label: done, state: 'done' };
    if (index > reached + 1) return { label: todo, state: 'waiting' };
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
            <span className="sr-only">, {STATE_WORDS[step.state]}</span>
          </li>
        ))}
      </ol>
      {document.sealProblem !== null && (
        <p className="mt-1.5 text-[0.8125rem] text-warning">{document.sealProblem}</p>
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
