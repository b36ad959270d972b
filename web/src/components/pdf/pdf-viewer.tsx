import './pdf-viewer.css';
import { RefreshCw } from 'lucide-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import {
  Fragment,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Progress } from '@/components/ui/feedback/progress.tsx';
import type { Problem } from '@/lib/api/problem.ts';
import { sha256Of } from '@/lib/browser/sha256-of.ts';
import { formatBytes } from '@/lib/format/format.ts';

import { readAhead, startWorker, forgetAhead } from './open-document.ts';
import { marksByPage, SignatureWords, type BroughtSignature } from './page-signatures.tsx';
import { PdfSheet } from './pdf-page.tsx';
import type { PdfSource } from './pdf-source.ts';
import { SearchBar } from './search-bar.tsx';
import { usePdf, type PageShape, type PdfState } from './use-pdf.ts';
import { useSearch } from './use-search.ts';
import { pageInView, useShownPages } from './use-shown-pages.ts';
import { useZoom } from './use-zoom.ts';
import { ViewerToolbar } from './viewer-toolbar.tsx';

/** A page at fit is never wider than this on a wide screen, CSS pixels: lines stay readable. */
const MAX_FIT_WIDTH = 920;
/** How many pages before and after the one in view are drawn when they come near: more than any view shows at once. */
const PAGES_AROUND = 5;
const NONE: readonly never[] = [];
/** Around the pages, CSS pixels. */
const MARGIN = 12;

/** @public by `lazy-pdf-viewer.tsx`, once it has fetched this. */
export { forgetAhead, readAhead, startWorker };

export interface PdfViewerProps {
  source: PdfSource;
  /** The document's name, for screen readers. */
  label: string;
  /** Signatures that the document brought: marked where they appear. */
  signatures?: readonly BroughtSignature[] | undefined;
  /** Called once a page has been drawn sharp. */
  onDrawn?: ((page: number) => void) | undefined;
  /** Called as pages come into view, drawn, with those that have so far. */
  onShown?: ((pages: readonly number[]) => void) | undefined;
  /** Called with the page in the middle of the view, as it changes. */
  onPage?: ((page: number) => void) | undefined;
  /** Where a reader had come to: pages that count as shown already, and the page to open at. */
  resumed?: { pages: readonly number[]; page: number | undefined } | undefined;
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
        <Pages
          document={state.document}
          shape={state.firstShape}
          label={label}
          signatures={signatures}
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
      title="Parte do documento não chegou"
      className="m-3 shrink-0"
      action={
        <Button size="sm" icon={<RefreshCw />} onClick={onRetry}>
          Tentar de novo
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
        label="Abrindo o documento"
        className="w-48"
      />
      <span className="text-sm text-muted">Abrindo o documento…</span>
      {totalBytes !== undefined && (
        <span className="text-xs text-subtle tabular">
          {formatBytes(Math.min(loadedBytes, totalBytes))} de {formatBytes(totalBytes)}
        </span>
      )}
    </output>
  );
}

function Pages({
  document,
  shape,
  label,
  signatures = NONE,
  onDrawn,
  onShown,
  onPage,
  resumed,
}: {
  document: PDFDocumentProxy;
  shape: PageShape;
  label: string;
} & Pick<PdfViewerProps, 'signatures' | 'onDrawn' | 'onShown' | 'onPage' | 'resumed'>) {
  const scroller = useRef<HTMLElement>(null);
  const fitWidth = useFitWidth(scroller);
  const zoom = useZoom(scroller);
  const [current, setCurrent] = useState(1);
  const pages = document.numPages;
  const marks = useMemo(() => marksByPage(signatures), [signatures]);
  const { noteDrawn, noteView } = useShownPages(scroller, onDrawn, onShown, resumed?.pages);

  const goTo = useCallback((page: number) => {
    const sheet = scroller.current?.querySelector<HTMLElement>(`[data-page="${page}"]`);
    if (scroller.current && sheet) scroller.current.scrollTop = sheet.offsetTop - MARGIN;
  }, []);
  useResumed(fitWidth > 0, resumed?.page, goTo);
  const [searching, setSearching] = useState(false);
  const search = useSearch(document, scroller, { open: searching, goTo });
  const tellPage = useEffectEvent((page: number) => onPage?.(page));
  useEffect(() => tellPage(current), [current]);

  function onKeyDown(event: KeyboardEvent): void {
    // The browser's own search knows the pages that are drawn, and no others.
    if ((event.ctrlKey || event.metaKey) && event.key === 'f') {
      event.preventDefault();
      setSearching(true);
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      '+': zoom.zoomIn,
      '=': zoom.zoomIn,
      '-': zoom.zoomOut,
      '0': zoom.fit,
      Home: () => goTo(1),
      End: () => goTo(pages),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  return (
    <div className="relative flex h-full min-h-0 flex-col bg-sunken">
      {searching && <SearchBar search={search} onClose={() => setSearching(false)} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a scrolling region takes keys */}
      <section
        ref={scroller}
        data-pdf-scroller=""
        aria-label={`Documento ${label}, ${pages} páginas`}
        // Keyboards scroll it, so it takes the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={(event) => {
          setCurrent(pageInView(event.currentTarget));
          noteView();
        }}
        className="relative min-h-0 flex-1 touch-pan-x touch-pan-y overflow-auto overscroll-contain -outline-offset-2"
      >
        <div className="flex w-max min-w-full flex-col gap-3 p-3 pb-20">
          {fitWidth > 0 &&
            Array.from({ length: pages }, (_, index) => (
              <Fragment key={index + 1}>
                <PdfSheet
                  document={document}
                  number={index + 1}
                  around={Math.abs(index + 1 - current) <= PAGES_AROUND}
                  width={Math.round(fitWidth * zoom.zoom)}
                  guess={shape}
                  marks={marks.get(index + 1)}
                  onDrawn={noteDrawn}
                />
                <SignatureWords
                  page={index + 1}
                  marks={marks.get(index + 1) ?? NONE}
                  width={fitWidth}
                  wider={zoom.zoom > 1}
                />
              </Fragment>
            ))}
        </div>
      </section>
      <ViewerToolbar
        current={current}
        pages={pages}
        goTo={goTo}
        zoom={zoom}
        onSearch={() => setSearching(true)}
      />
    </div>
  );
}

/** The width of a page that fits, followed as the box changes. */
function useFitWidth(scroller: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      setWidth(Math.min(MAX_FIT_WIDTH, element.clientWidth - 2 * MARGIN));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return width;
}

/** Goes, once the pages are laid out, to the one a reader had come to. */
function useResumed(isLaidOut: boolean, page: number | undefined, goTo: (page: number) => void): void {
  const wanted = useRef(page);
  useLayoutEffect(() => {
    if (!isLaidOut || wanted.current === undefined) return;
    goTo(wanted.current);
    wanted.current = undefined;
  }, [isLaidOut, goTo]);
}
