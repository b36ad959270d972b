import './pdf-viewer.css';
import { RefreshCw } from 'lucide-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import { say } from '@/i18n/say.ts';
import type { Problem } from '@/lib/api/problem.ts';
import { sha256Of } from '@/lib/browser/sha256-of.ts';
import { formatBytes } from '@/lib/format/format.ts';

import { readAhead, startWorker, forgetAhead } from './open-document.ts';
import { PdfPages, type PagesProps } from './pdf-pages.tsx';
import type { PdfSource } from './pdf-source.ts';
import { usePdf, type PdfState } from './use-pdf.ts';

/** @public by `lazy-pdf-viewer.tsx`, once it has fetched this. */
export { forgetAhead, readAhead, startWorker };

export interface PdfViewerProps extends PagesProps {
  source: PdfSource;
  /** Called once the whole file is there, with the SHA-256 of its bytes. */
  onHashed?: ((sha256: string) => void) | undefined;
  /** Called with how much of the file is here, from 0 to 1, as it comes. */
  onShare?: ((share: number) => void) | undefined;
}

/** Shows a PDF: every page, fitted to the width, zoomable; it fills the box it is put in. */
export default function PdfViewer({
  source,
  label,
  signatures,
  printable,
  onDrawn,
  onShown,
  onPage,
  resumed,
  onHashed,
  onShare,
}: PdfViewerProps) {
  const { state, retry, share, missing, askAgain } = usePdf(source);
  const tellShare = useEffectEvent((part: number) => onShare?.(part));
  useEffect(() => tellShare(share), [share]);
  // The rest of a long document comes after what is looked at.
  const [seen, setSeen] = useState(false);
  const noteDrawn = useCallback(
    (page: number) => {
      setSeen(true);
      onDrawn?.(page);
    },
    [onDrawn],
  );
  useHash(state.status === 'ready' && seen ? state.document : undefined, onHashed);
  if (state.status === 'loading') return <Loading state={state} />;
  if (state.status === 'failed') {
    return (
      <div className="flex h-full items-center justify-center bg-sunken p-6">
        <ProblemCallout error={state.problem} onRetry={retry} className="w-full max-w-md" />
      </div>
    );
  }
  return (
    <div className="flex h-full min-h-0 flex-col bg-sunken">
      {missing !== undefined && <Missing problem={missing} onRetry={askAgain} />}
      <div className="min-h-0 flex-1">
        <PdfPages
          document={state.document}
          shape={state.firstShape}
          label={label}
          signatures={signatures}
          printable={printable}
          onDrawn={noteDrawn}
          onShown={onShown}
          onPage={onPage}
          resumed={resumed}
        />
      </div>
    </div>
  );
}

/** Part of the document has not come: the pages that are here stay. */
function Missing({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  return (
    <Callout
      live
      tone="warning"
      title={say('Parte do documento não chegou')}
      className="m-3 shrink-0"
      action={
        <Button size="sm" icon={<RefreshCw />} onClick={onRetry}>
          {say('Tentar de novo')}
        </Button>
      }
    >
      <p>{problem.title}</p>
    </Callout>
  );
}

function useHash(document: PDFDocumentProxy | undefined, onHashed: PdfViewerProps['onHashed']): void {
  const report = useEffectEvent((sha256: string) => onHashed?.(sha256));
  const wanted = onHashed !== undefined;
  useEffect(() => {
    if (document === undefined || !wanted) return undefined;
    let current = true;
    void hashOf(document)
      .then((sha256) => current && report(sha256))
      // The document was closed before it was whole.
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [document, wanted]);
}

const hashOf = async (document: PDFDocumentProxy): Promise<string> =>
  sha256Of((await document.getData()) as Uint8Array<ArrayBuffer>);

function Loading({ state }: { state: Extract<PdfState, { status: 'loading' }> }) {
  const { loadedBytes, totalBytes } = state;
  return (
    <output className="flex h-full flex-col items-center justify-center gap-3 bg-sunken p-6">
      <Progress
        value={totalBytes === undefined ? undefined : loadedBytes / totalBytes}
        label={say('Abrindo o documento')}
        className="w-48"
      />
      <span className="text-sm text-muted">{say('Abrindo o documento…')}</span>
      {totalBytes !== undefined && (
        <span className="text-xs text-subtle tabular">
          {say('{0} de {1}', formatBytes(Math.min(loadedBytes, totalBytes)), formatBytes(totalBytes))}
        </span>
      )}
    </output>
  );
}
