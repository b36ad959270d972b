import { FileArchive } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import type { Selection } from '@/components/ui/tables/data-table-selection.tsx';
import type { ProcessSummary } from '@/entities/process/queries.ts';
import { plural } from '@/lib/format/format.ts';

const RequestDownloadDialog = lazyDialog(
  () => import('@/entities/download/request-download-dialog.tsx'),
  (code) => code.RequestDownloadDialog,
);

const sealedCountOf = ({ documents }: ProcessSummary): number =>
  documents.filter((code) => code.status === 'sealed').length;

interface Chosen {
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

/** What is chosen and what can be done with it, at the foot of the window; nothing while nothing is. */
export function ChosenProcesses({ chosen, clear }: Chosen) {
  const [asking, setAsking] = useState(false);
  if (chosen.size === 0) return null;
  const processes = [...chosen.values()].map((process) => ({
    processId: process.processId,
    summary: process.summary,
    sealedCount: sealedCountOf(process),
  }));
  const documents = processes.reduce((total, { sealedCount }) => total + sealedCount, 0);
  return (
    <>
      <section
        aria-label="Processos escolhidos"
        className="sticky bottom-20 z-20 mt-4 flex animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-primary-line bg-surface px-4 py-3 shadow-float md:bottom-4 short:static"
      >
        <output className="min-w-0 flex-1 text-sm whitespace-nowrap">
          <strong className="font-semibold">{plural(chosen.size, 'processo')}</strong>
          <span className="text-muted"> · {plural(documents, 'documento')}</span>
        </output>
        <div className="flex items-center gap-2 max-sm:w-full">
          <Button size="sm" variant="ghost" onClick={clear}>
            Limpar
          </Button>
          <Button
            size="sm"
            variant="primary"
            icon={<FileArchive />}
            onClick={() => setAsking(true)}
            className="max-sm:flex-1"
          >
            Baixar selados
          </Button>
        </div>
      </section>
      {asking && (
        <RequestDownloadDialog processes={processes} onClose={() => setAsking(false)} onRequested={clear} />
      )}
    </>
  );
}
