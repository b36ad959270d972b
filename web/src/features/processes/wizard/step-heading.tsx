import { useEffect, useRef } from 'react';

import type { StepId } from './steps.ts';

const TITLES: Record<StepId, { title: string; text: string }> = {
  documentos: {
    title: 'O que será assinado?',
    text: 'Os documentos são lidos na ordem em que aparecem aqui.',
  },
  empresa: { title: 'De qual empresa?', text: 'O processo é feito em nome dela.' },
  signatarios: {
    title: 'Quem assina?',
    text: 'Cada pessoa participa uma vez. Inclua ao menos um signatário ou representante.',
  },
  revisao: {
    title: 'Tudo certo?',
    text: 'Confira antes de enviar: os documentos não mudam depois.',
  },
  fim: { title: 'Pronto', text: '' },
};

const headingId = (step: StepId): string => `passo-${step}`;

/** Where the reading goes on as the address names another step: from its heading. */
export function useStepFocus(step: StepId): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) document.getElementById(headingId(step))?.focus();
    shown.current = step;
  }, [step]);
}

/** What the step is for. */
export function StepHeading({ step }: { step: StepId }) {
  return (
    <div className="mb-6">
      <h2 id={headingId(step)} tabIndex={-1} className="scroll-mt-24 text-lg font-semibold outline-none">
        {TITLES[step].title}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{TITLES[step].text}</p>
    </div>
  );
}
