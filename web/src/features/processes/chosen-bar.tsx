import { FileArchive } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { plural } from '@/lib/format/format.ts';

import type { BulkAct } from './bulk/acts.ts';
import { sealedCountOf, type Chosen } from './chosen-processes.tsx';

const RequestDownloadDialog = lazyDialog(
  () => import('@/entities/download/request-download-dialog.tsx'),
  (code) => code.RequestDownloadDialog,
);

const BulkDialog = lazyDialog(
  () => import('./bulk/bulk-dialog.tsx'),
  (code) => code.BulkDialog,
);

const ACTS: readonly (readonly [act: BulkAct, label: string])[] = [
  ['remind', 'Lembrar'],
  ['tag', 'Etiquetar'],
  ['cancel', 'Cancelar'],
];

/** What is chosen and what can be done with it, at the foot of the window. */
export function ChosenBar({ chosen, leave, clear }: Chosen) {
  const [asking, setAsking] = useState<BulkAct | 'download'>();
  const processes = [...chosen.values()];
  const sealed = processes
    .map((process) => ({
      processId: process.processId,
      summary: process.summary,
      sealedCount: sealedCountOf(process),
    }))
    .filter(({ sealedCount }) => sealedCount > 0);
  const documents = sealed.reduce((total, { sealedCount }) => total + sealedCount, 0);
  return (
    <>
      <section
        aria-label="Processos escolhidos"
        className="sticky bottom-20 z-20 mt-4 flex animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-primary-line bg-surface px-4 py-3 shadow-float md:bottom-4 short:static"
      >
        <output className="min-w-0 flex-1 basis-40 text-sm">
          <strong className="font-semibold">{plural(chosen.size, 'processo')}</strong>
          <span className="text-muted"> · {plural(documents, 'documento selado', 'documentos selados')}</span>
        </output>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <Button size="sm" variant="ghost" onClick={clear}>
            Limpar
          </Button>
          {ACTS.map(([act, label]) => (
            <Button key={act} size="sm" onClick={() => setAsking(act)} className="max-sm:flex-1">
              {label}
            </Button>
          ))}
          <Button
            size="sm"
            variant="primary"
            icon={<FileArchive />}
            onClick={() =>
              sealed.length === 0
                ? toast.info('Nenhum dos processos escolhidos tem documento selado')
                : setAsking('download')
            }
            className="max-sm:flex-1"
          >
            Baixar selados
          </Button>
        </div>
      </section>
      {asking === 'download' && (
        <RequestDownloadDialog
          processes={sealed}
          withoutSealed={processes.length - sealed.length}
          onClose={() => setAsking(undefined)}
          onRequested={clear}
        />
      )}
      {asking !== undefined && asking !== 'download' && (
        <BulkDialog
          act={asking}
          processes={processes}
          onClose={(done) => {
            setAsking(undefined);
            leave(done);
          }}
        />
      )}
    </>
  );
}
