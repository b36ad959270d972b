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
  clear: () => void;
  /** Boxes for the rows, when any of them has something to choose. */
  selectionOf: (rows: readonly ProcessSummary[]) => Selection<ProcessSummary> | undefined;
}

/** Processes chosen in the list, over its pages and searches. */
export function useChosenProcesses(): Chosen {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ProcessSummary>>(new Map());
  const selection: Selection<ProcessSummary> = {
    selected: new Set(chosen.keys()),
    selectable: (process) => sealedCountOf(process) > 0,
    label: (process) =>
      sealedCountOf(process) > 0
        ? `Escolher ${process.summary}`
        : `${process.summary} ainda não tem documento selado`,
    labelAll: 'Escolher todos os processos desta página com documentos selados',
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
    clear: () => setChosen(new Map()),
    selectionOf: (rows) =>
      chosen.size > 0 || rows.some((row) => selection.selectable(row)) ? selection : undefined,
  };
}

/** What is chosen and what can be done with it; nothing while nothing is. */
export const ChosenProcesses = (chosen: Chosen) => chosen.chosen.size > 0 && <ChosenBar {...chosen} />;
