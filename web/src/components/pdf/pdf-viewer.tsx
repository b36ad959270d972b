import './pdf-viewer.css';
import { ChevronDown, ChevronUp, RefreshCw, ScanLine, ZoomIn, ZoomOut } from 'lucide-react';
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
import { usePdf, type PageShape, type PdfState } from './use-pdf.ts';
import { useZoom, type Zoom } from './use-zoom.ts';

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
  /** Signatures that the document brought: where they are seen, that is marked and told. */
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
  const tellPage = useEffectEvent((page: number) => onPage?.(page));
  useEffect(() => tellPage(current), [current]);

  function onKeyDown(event: KeyboardEvent): void {
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
      <Toolbar current={current} pages={pages} goTo={goTo} zoom={zoom} />
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

/** A page was shown once half of it, or half a view of it, stood in view with its drawing. */
const SHOWN_SHARE = 0.5;

/** Counts the pages shown so far. */
function useShownPages(
  scroller: React.RefObject<HTMLElement | null>,
  onDrawn: PdfViewerProps['onDrawn'],
  onShown: PdfViewerProps['onShown'],
  resumed: readonly number[] = [],
): { noteDrawn: (page: number) => void; noteView: () => void } {
  const drawn = useRef(new Set<number>());
  const shown = useRef(new Set(resumed));
  const [count, setCount] = useState(resumed.length);
  const tell = useEffectEvent((_count: number) => onShown?.([...shown.current]));
  useEffect(() => tell(count), [count]);

  const noteView = useCallback(() => {
    const view = scroller.current;
    if (view === null) return;
    for (const page of pagesInView(view)) if (drawn.current.has(page)) shown.current.add(page);
    setCount(shown.current.size);
  }, [scroller]);
  const noteDrawn = useCallback(
    (page: number) => {
      drawn.current.add(page);
      onDrawn?.(page);
      noteView();
    },
    [noteView, onDrawn],
  );
  return { noteDrawn, noteView };
}

function pagesInView(view: HTMLElement): number[] {
  const [top, bottom] = [view.scrollTop, view.scrollTop + view.clientHeight];
  return [...view.querySelectorAll<HTMLElement>('[data-page]')].flatMap((sheet) => {
    const visible = Math.min(bottom, sheet.offsetTop + sheet.offsetHeight) - Math.max(top, sheet.offsetTop);
    const enough = SHOWN_SHARE * Math.min(sheet.offsetHeight, view.clientHeight);
    return visible >= enough ? [Number(sheet.dataset['page'])] : [];
  });
}

/** The page that covers the middle of the view. */
function pageInView(scroller: HTMLElement): number {
  const middle = scroller.scrollTop + scroller.clientHeight / 2;
  let found = 1;
  for (const sheet of scroller.querySelectorAll<HTMLElement>('[data-page]')) {
    if (sheet.offsetTop > middle) break;
    found = Number(sheet.dataset['page']);
  }
  return found;
}

function Toolbar({
  current,
  pages,
  goTo,
  zoom,
}: {
  current: number;
  pages: number;
  goTo: (page: number) => void;
  zoom: Zoom;
}) {
  return (
    <div
      role="toolbar"
      aria-label="Páginas e zoom"
      className="absolute bottom-3 left-1/2 z-10 flex -translate-x-1/2 items-center gap-0.5 rounded-xl border border-line bg-surface p-1 shadow-float short:bottom-1"
    >
      <Button
        variant="ghost"
        size="icon"
        aria-label="Página anterior"
        disabled={current <= 1}
        icon={<ChevronUp />}
        onClick={() => goTo(current - 1)}
      />
      <p className="px-1 text-sm whitespace-nowrap tabular" aria-live="polite">
        <span className="sr-only">Página </span>
        {current} <span className="text-subtle">de {pages}</span>
      </p>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Próxima página"
        disabled={current >= pages}
        icon={<ChevronDown />}
        onClick={() => goTo(current + 1)}
      />
      <span aria-hidden="true" className="mx-1 h-6 w-px bg-line" />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Diminuir"
        disabled={!zoom.canZoomOut}
        icon={<ZoomOut />}
        onClick={zoom.zoomOut}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Ajustar à largura (agora em ${Math.round(zoom.zoom * 100)}%)`}
        disabled={zoom.zoom === 1}
        icon={<ScanLine />}
        onClick={zoom.fit}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Aumentar"
        disabled={!zoom.canZoomIn}
        icon={<ZoomIn />}
        onClick={zoom.zoomIn}
      />
    </div>
  );
}
