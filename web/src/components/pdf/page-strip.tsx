import { Check, RotateCw, X } from 'lucide-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { say } from '@/i18n/say.ts';

import { drawPage } from './draw-page.ts';
import { turnedShape, type Turn } from './turn.ts';
import { useNear } from './use-near.ts';
import type { PageShape } from './use-pdf.ts';

/** CSS pixels. */
const THUMBNAIL_WIDTH = 104;

const STEPS: Readonly<Record<string, (at: number, pages: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 1,
  End: (_at, pages) => pages,
};

export interface PageStripProps {
  document: PDFDocumentProxy;
  current: number;
  /** The shape to assume of a page until it is known. */
  shape: PageShape;
  turn: Turn;
  /** Pages that a reader has seen; undefined where they are not counted. */
  shown: ReadonlySet<number> | undefined;
  goTo: (page: number) => void;
  onTurn: () => void;
  onClose: () => void;
}

/** Every page, small: beside the document, on a phone in its place. */
export function PageStrip({ document, current, shape, turn, shown, goTo, onTurn, onClose }: PageStripProps) {
  const list = useRef<HTMLOListElement>(null);
  const pages = document.numPages;
  useLayoutEffect(() => {
    // What it answers, a promise in some browsers, is no cleanup.
    buttonOf(list, current)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  // It was asked for: keyboards go on from the page in view.
  const [first] = useState(current);
  useEffect(() => buttonOf(list, first)?.focus(), [first]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      // The dialog around it stays open.
      event.preventDefault();
      onClose();
    }
    const at = Number((event.target as HTMLElement).dataset['thumbnail']);
    const to = STEPS[event.key]?.(at, pages);
    if (to === undefined || Number.isNaN(to)) return;
    event.preventDefault();
    buttonOf(list, to)?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what bubbles up from its buttons
    <nav
      aria-label={say('Páginas do documento')}
      onKeyDown={onKeyDown}
      className="pdf-strip flex min-h-0 flex-col bg-surface"
    >
      <div className="flex shrink-0 items-center border-b border-line py-1 pr-1 pl-4">
        <h3 className="flex-1 text-sm font-semibold">{say('Páginas')}</h3>
        <Button
          variant="ghost"
          size="icon"
          aria-label={say('Girar as páginas')}
          icon={<RotateCw />}
          onClick={onTurn}
        />
        <Button
          variant="ghost"
          size="icon"
          aria-label={say('Fechar as páginas')}
          icon={<X />}
          onClick={onClose}
        />
      </div>
      <ol
        ref={list}
        data-pdf-scroller=""
        className="pdf-strip-list min-h-0 flex-1 gap-3 overflow-y-auto overscroll-contain p-3"
      >
        {Array.from({ length: pages }, (_, index) => index + 1).map((page) => (
          <li key={page}>
            <button
              type="button"
              data-thumbnail={page}
              aria-current={page === current ? 'page' : undefined}
              tabIndex={page === current ? 0 : -1}
              onClick={() => goTo(page)}
              className="pdf-thumbnail flex flex-col items-center gap-1 rounded-md p-1 text-xs text-muted tabular hover:bg-hover"
            >
              <Thumbnail
                key={turn}
                document={document}
                page={page}
                guess={turnedShape(shape, turn)}
                turn={turn}
              />
              <span className="flex items-center gap-1">
                <span className="sr-only">{say('Página')} </span>
                {page}
                {shown?.has(page) === true && (
                  <>
                    <Check aria-hidden="true" className="size-3.5 text-success" />
                    <span className="sr-only">{say(', vista')}</span>
                  </>
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const buttonOf = (list: RefObject<HTMLElement | null>, page: number) =>
  list.current?.querySelector<HTMLButtonElement>(`[data-thumbnail="${page}"]`);

/** One page, drawn while it is near what the strip shows. */
function Thumbnail({
  document,
  page,
  guess,
  turn,
}: {
  document: PDFDocumentProxy;
  page: number;
  guess: PageShape;
  turn: Turn;
}) {
  const sheet = useRef<HTMLSpanElement>(null);
  const near = useNear(sheet);
  const [shape, setShape] = useState(guess);
  useEffect(() => {
    const element = sheet.current;
    if (!near || element === null) return undefined;
    const drawing = new AbortController();
    const { signal } = drawing;
    async function show(): Promise<void> {
      const widthPx = THUMBNAIL_WIDTH * window.devicePixelRatio;
      const canvas = await drawPage(await document.getPage(page), { widthPx, turn, signal });
      if (signal.aborted) return;
      setShape(canvas.width / canvas.height);
      element?.replaceChildren(canvas);
    }
    // One that cannot be drawn stays an empty sheet: the page itself says why.
    void show().catch(() => undefined);
    return () => {
      drawing.abort();
      element.replaceChildren();
    };
  }, [document, page, turn, near]);
  return (
    <span
      ref={sheet}
      aria-hidden="true"
      className="block overflow-hidden rounded-[3px] border border-line-strong bg-white [&_canvas]:block [&_canvas]:size-full"
      style={{ width: THUMBNAIL_WIDTH, aspectRatio: shape }}
    />
  );
}
