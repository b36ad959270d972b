import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { say } from '@/i18n/say.ts';

import { printPages } from './print-pages.ts';
import type { Turn } from './turn.ts';

/** Prepares the pages for printing while it is there, and says how far it has come. */
export function PrintBar({
  document,
  turn,
  onEnd,
}: {
  document: PDFDocumentProxy;
  turn: Turn;
  onEnd: () => void;
}) {
  const [ready, setReady] = useState(0);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const printing = new AbortController();
    const { signal } = printing;
    printPages(document, { turn, signal, onPage: setReady })
      .catch(() => {
        if (signal.aborted) return;
        toast.error(say('Não foi possível preparar a impressão'), {
          description: say('Baixe o documento e imprima o arquivo.'),
        });
      })
      .finally(() => {
        if (!signal.aborted) end();
      });
    return () => printing.abort();
  }, [document, turn]);
  return (
    <div className="flex shrink-0 items-center gap-3 border-b border-line bg-surface px-4 py-1.5">
      <output className="text-sm whitespace-nowrap tabular">
        {say('Preparando a impressão: {0} de {1}', ready, document.numPages)}
      </output>
      <Progress
        value={ready / document.numPages}
        label={say('Páginas preparadas')}
        className="max-w-64 flex-1"
      />
      <Button size="sm" className="ml-auto" onClick={onEnd}>
        {say('Cancelar')}
      </Button>
    </div>
  );
}
