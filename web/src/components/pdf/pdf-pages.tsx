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

import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { say } from '@/i18n/say.ts';

import { marksByPage, SignatureWords, type BroughtSignature } from './page-signatures.tsx';
import { PdfSheet } from './pdf-page.tsx';
import { SearchBar } from './search-bar.tsx';
import { turnedOn, type Turn } from './turn.ts';
import type { PageShape } from './use-pdf.ts';
import { useSearch } from './use-search.ts';
import { useSheets } from './use-sheets.ts';
import { pageInView, useShownPages } from './use-shown-pages.ts';
import { useZoom } from './use-zoom.ts';
import { ViewerToolbar } from './viewer-toolbar.tsx';

/** All pages small, and printing: most readers ask for neither. */
const PageStrip = lazyPart(
  () => import('./page-strip.tsx'),
  (code) => code.PageStrip,
);
const PrintBar = lazyPart(
  () => import('./print-bar.tsx'),
  (code) => code.PrintBar,
);

/** A page at fit is never wider than this on a wide screen, CSS pixels: lines stay readable. */
const MAX_FIT_WIDTH = 920;
/** How many pages before and after the one in view are drawn when they come near: more than any view shows at once. */
const PAGES_AROUND = 5;
/** Those around it change once for so many pages passed, since hundreds of sheets are looked at then. */
const PAGES_A_STEP = 4;
const NONE: readonly never[] = [];
/** Where the pages stand in the document's place rather than beside it: `sm` of the styles. */
const IN_PLACE = '(width < 40rem)';
/** Around the pages, CSS pixels. */
const MARGIN = 12;

export interface PagesProps {
  /** The document's name, for screen readers. */
  label: string;
  /** Signatures that the document brought: marked where they appear. */
  signatures?: readonly BroughtSignature[] | undefined;
  /** Whether it may be printed. */
  printable?: boolean | undefined;
  /** Called once a page has been drawn sharp. */
  onDrawn?: ((page: number) => void) | undefined;
  /** Called as pages come into view, drawn, with those that have so far. */
  onShown?: ((pages: readonly number[]) => void) | undefined;
  /** Called with the page in the middle of the view, as it changes. */
  onPage?: ((page: number) => void) | undefined;
  /** Where a reader had come to: pages that count as shown already, and the page to open at. */
  resumed?: { pages: readonly number[]; page: number | undefined } | undefined;
}

/** Every page, fitted to the width, with what a reader goes through them by. */
export function PdfPages({
  document,
  shape,
  label,
  signatures = NONE,
  printable = false,
  onDrawn,
  onShown,
  onPage,
  resumed,
}: {
  document: PDFDocumentProxy;
  shape: PageShape;
} & PagesProps) {
  const scroller = useRef<HTMLElement>(null);
  const fitWidth = useFitWidth(scroller);
  const zoom = useZoom(scroller);
  const [current, setCurrent] = useState(1);
  const pages = document.numPages;
  const marks = useMemo(() => marksByPage(signatures), [signatures]);
  const content = useRef<HTMLDivElement>(null);
  const { holdSheet, placesOf } = useSheets(content, pages, onView);
  const { shown, noteDrawn, noteView } = useShownPages(scroller, placesOf, onDrawn, onShown, resumed?.pages);
  function onView(): void {
    if (scroller.current === null) return;
    setCurrent(pageInView(scroller.current, placesOf()));
    noteView();
  }

  const goTo = useCallback(
    (page: number) => {
      const place = placesOf()[page - 1];
      if (scroller.current && place) scroller.current.scrollTop = place.top - MARGIN;
    },
    [placesOf],
  );
  useResumed(fitWidth > 0, resumed?.page, goTo);
  const [searching, setSearching] = useState(false);
  const [listing, setListing] = useState(false);
  const [printing, setPrinting] = useState(false);
  const [turn, setTurn] = useState<Turn>(0);
  const turnPages = () => setTurn(turnedOn);
  const center = Math.round(current / PAGES_A_STEP) * PAGES_A_STEP;
  const sheetsOfPages = useMemo(
    () =>
      Array.from({ length: pages }, (_, index) => (
        <Fragment key={index + 1}>
          <PdfSheet
            ref={holdSheet}
            document={document}
            number={index + 1}
            around={Math.abs(index + 1 - center) <= PAGES_AROUND + PAGES_A_STEP / 2}
            width={Math.round(fitWidth * zoom.zoom)}
            guess={shape}
            turn={turn}
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
      )),
    [center, document, fitWidth, holdSheet, marks, noteDrawn, pages, shape, turn, zoom.zoom],
  );
  const search = useSearch(document, scroller, { open: searching, goTo });
  const tellPage = useEffectEvent((page: number) => onPage?.(page));
  useEffect(() => tellPage(current), [current]);

  function onKeyDown(event: KeyboardEvent): void {
    // The browser's own search knows the pages that are drawn, and no others.
    if ((event.ctrlKey || event.metaKey) && event.key === 'f') {
      event.preventDefault();
      setSearching(true);
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isInToolbar(event.target)) return;
    const actions: Record<string, () => void> = {
      '+': zoom.zoomIn,
      '=': zoom.zoomIn,
      '-': zoom.zoomOut,
      '0': zoom.fit,
      r: turnPages,
      Home: () => goTo(1),
      End: () => goTo(pages),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  function closeStrip(): void {
    setListing(false);
    scroller.current?.focus({ preventScroll: true });
  }

  return (
    <div className="relative flex h-full min-h-0 bg-sunken">
      {listing && (
        <PageStrip
          document={document}
          current={current}
          shape={shape}
          turn={turn}
          shown={onShown === undefined ? undefined : shown}
          goTo={(page) => {
            goTo(page);
            if (window.matchMedia(IN_PLACE).matches) closeStrip();
          }}
          onTurn={turnPages}
          onClose={closeStrip}
        />
      )}
      <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
        {printing && <PrintBar document={document} turn={turn} onEnd={() => setPrinting(false)} />}
        {searching && <SearchBar search={search} onClose={() => setSearching(false)} />}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a scrolling region takes keys */}
        <section
          ref={scroller}
          data-pdf-scroller=""
          aria-label={say('Documento {0}, {1} páginas', label, pages)}
          // Keyboards scroll it, so it takes the focus.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onKeyDown={onKeyDown}
          onScroll={onView}
          className="relative min-h-0 flex-1 touch-pan-x touch-pan-y overflow-auto overscroll-contain -outline-offset-2"
        >
          <div ref={content} className="flex w-max min-w-full flex-col gap-3 p-3 pb-20">
            {fitWidth > 0 && sheetsOfPages}
          </div>
          {/* In what scrolls, so that a finger or a wheel that starts on it moves the document; it stays where it is. */}
          <div className="sticky bottom-3 left-0 z-10 short:bottom-1">
            <ViewerToolbar
              current={current}
              pages={pages}
              goTo={goTo}
              zoom={zoom}
              strip={{ open: listing, toggle: () => setListing(!listing) }}
              onTurn={turnPages}
              onSearch={() => setSearching(true)}
              onPrint={printable ? () => setPrinting(true) : undefined}
            />
          </div>
        </section>
      </div>
    </div>
  );
}

/** What is typed there is a page's number. */
const isInToolbar = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[role="toolbar"]') !== null;

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
