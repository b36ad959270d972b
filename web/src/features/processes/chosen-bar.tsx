import { FileArchive } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { plural } from '@/lib/format/format.ts';

import { sealedCountOf, type Chosen } from './chosen-processes.tsx';

const RequestDownloadDialog = lazyDialog(
  () => import('@/entities/download/request-download-dialog.tsx'),
  (code) => code.RequestDownloadDialog,
);

/** What is chosen and what can be done with it, at the foot of the window. */
export function ChosenBar({ chosen, clear }: Chosen) {
  const [asking, setAsking] = useState(false);
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
