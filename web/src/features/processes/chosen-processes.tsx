import { useState } from 'react';

import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import type { Selection } from '@/components/ui/tables/data-table-selection.tsx';
import type { ProcessSummary } from '@/entities/process/queries.ts';

// Nothing is chosen when the list comes.
const ChosenBar = lazyPart(
  () => import('./chosen-bar.tsx'),
  (code) => code.ChosenBar,
);

export const sealedCountOf = ({ documents }: ProcessSummary): number =>
  documents.filter((code) => code.status === 'sealed').length;

export interface Chosen {
  chosen: ReadonlyMap<string, ProcessSummary>;
  /** What was done to these: they are chosen no more. */
  leave: (processIds: readonly string[]) => void;
  clear: () => void;
  /** Boxes for the rows. */
  selection: Selection<ProcessSummary>;
}

/** Processes chosen in the list, over its pages and searches. */
export function useChosenProcesses(): Chosen {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ProcessSummary>>(new Map());
  const selection: Selection<ProcessSummary> = {
    selected: new Set(chosen.keys()),
    selectable: () => true,
    label: ({ summary }) => `Escolher ${summary}`,
    labelAll: 'Escolher todos os processos desta página',
    onChange: (process, selected) =>
      setChosen((before) => {
        const next = new Map(before);
        if (selected) next.set(process.processId, process);
        else next.delete(process.processId);
        return next;
      }),
  };
  return {
    chosen,
    leave: (processIds) =>
      setChosen((before) => new Map([...before].filter(([processId]) => !processIds.includes(processId)))),
    clear: () => setChosen(new Map()),
    selection,
  };
}

/** What is chosen and what can be done with it; nothing while nothing is. */
export const ChosenProcesses = (chosen: Chosen) => chosen.chosen.size > 0 && <ChosenBar {...chosen} />;
