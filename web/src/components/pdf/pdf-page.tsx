import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { memo, useEffect, useEffectEvent, useRef, useState, type Ref } from 'react';

import { Skeleton } from '@/components/ui/feedback/skeleton.tsx';
import { say } from '@/i18n/say.ts';

import { drawPage } from './draw-page.ts';
import { SignatureOutlines, type SignatureMark } from './page-signatures.tsx';
import { stillness } from './stillness.ts';
import { turnedShape, viewportOf, type Turn } from './turn.ts';
import { useNear } from './use-near.ts';
import type { PageShape } from './use-pdf.ts';

/** The quick first drawing is this wide, device pixels: enough to recognise a page while scrolling past it. */
const DRAFT_WIDTH_PX = 420;

/**
 * The place of one page. Only the pages around the one in view are more than an empty sheet: hundreds of them would keep
 * a phone busy for a second when a long document opens.
 */
export const PdfSheet = memo(function PdfSheet({
  ref,
  number,
  width,
  guess,
  around,
  turn = 0,
  marks,
  ...drawn
}: {
  ref?: Ref<HTMLDivElement> | undefined;
  document: PDFDocumentProxy;
  /** Counted from 1. */
  number: number;
  /** CSS pixels. */
  width: number;
  /** The shape to assume until the page is known. */
  guess: PageShape;
  /** Whether it is one of those around the page in view. */
  around: boolean;
  turn?: Turn;
  /** Signatures that it brought; also where the page is not drawn, so that keyboards find them. */
  marks?: readonly SignatureMark[] | undefined;
  onDrawn?: ((number: number) => void) | undefined;
}) {
  const [shape, setShape] = useState(guess);
  return (
    <div
      ref={ref}
      data-page={number}
      className="relative mx-auto shrink-0 overflow-hidden rounded-[3px] bg-white shadow-[0_1px_3px_rgb(0_0_0/0.22)]"
      style={{ width, height: width / turnedShape(shape, turn) }}
    >
      {around && <PdfPage number={number} width={width} turn={turn} onShape={setShape} {...drawn} />}
      {marks !== undefined && <SignatureOutlines page={number} marks={marks} turn={turn} />}
    </div>
  );
});

/**
 * What is on a sheet: nothing while it is out of reach; near the view a quick drawing, then a sharp one with its text on
 * top. Far away again, its canvas is given back.
 */
function PdfPage({
  document,
  number,
  width,
  turn,
  onShape,
  onDrawn,
}: {
  document: PDFDocumentProxy;
  /** Counted from 1. */
  number: number;
  /** CSS pixels. */
  width: number;
  turn: Turn;
  onShape: (shape: PageShape) => void;
  onDrawn?: ((number: number) => void) | undefined;
}) {
  const sheet = useRef<HTMLDivElement>(null);
  const near = useNear(sheet);
  // Of a former document, until this one's is there.
  const [{ of, page }, setPage] = useState<{ of?: PDFDocumentProxy; page?: PDFPageProxy }>({});
  const failed = of === document && page === undefined;

  const show = useEffectEvent((found: PDFPageProxy | undefined) => {
    if (found !== undefined) onShape(shapeOf(found));
    setPage({ of: document, ...(found && { page: found }) });
  });

  useEffect(() => {
    if (!near || of === document) return undefined;
    let current = true;
    document.getPage(number).then(
      (found) => current && show(found),
      () => current && show(undefined),
    );
    return () => {
      current = false;
    };
  }, [document, number, near, of]);

  return (
    <div ref={sheet} className="absolute inset-0">
      {failed && (
        <p className="p-6 text-center text-sm text-[#55556a]">
          {say('Não foi possível mostrar esta página.')}
        </p>
      )}
      {near && page === undefined && !failed && (
        <Skeleton className="absolute inset-0 rounded-none! opacity-40" />
      )}
      {near && page !== undefined && (
        <Drawing key={turn} page={page} width={width} turn={turn} onDrawn={onDrawn} />
      )}
    </div>
  );
}

function shapeOf(page: PDFPageProxy): PageShape {
  const { width, height } = page.getViewport({ scale: 1 });
  return width / height;
}

function Drawing({
  page,
  width,
  turn,
  onDrawn,
}: {
  page: PDFPageProxy;
  width: number;
  turn: Turn;
  onDrawn: ((number: number) => void) | undefined;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const drawing = new AbortController();
    void draw({ page, width, turn, signal: drawing.signal }, frame)
      .then((drawn) => drawn && onDrawn?.(page.pageNumber))
      // A drawing given up rejects, by design of pdf.js; a failed one leaves the sheet white.
      .catch(() => undefined);
    return () => drawing.abort();
  }, [page, width, turn, onDrawn]);

  useEffect(() => {
    const container = text.current;
    if (container === null) return undefined;
    const reading = new AbortController();
    // Until the text is there the page reads as an image; a promise rejects only when its page was given up.
    void layOutText(page, container, reading.signal).catch(() => undefined);
    return () => {
      reading.abort();
      container.replaceChildren();
    };
  }, [page]);

  const scale = width / viewportOf(page, turn).width;
  return (
    <>
      <div
        ref={frame}
        className="absolute inset-0 [&_canvas]:block [&_canvas]:size-full"
        aria-hidden="true"
      />
      <div
        ref={text}
        className="pdf-text"
        data-turned={(page.rotate + turn) % 360}
        style={
          {
            '--total-scale-factor': scale,
            '--scale-round-x': '1px',
            '--scale-round-y': '1px',
          } as React.CSSProperties
        }
      />
    </>
  );
}

/** Laid out once: zooming only changes the factor in the style. A text replaced under a finger would end a pinch. */
async function layOutText(page: PDFPageProxy, container: HTMLElement, signal: AbortSignal): Promise<void> {
  await stillness(container, signal);
  if (signal.aborted) return;
  const viewport = page.getViewport({ scale: 1 });
  const textContentSource = page.streamTextContent({ includeMarkedContent: true });
  // Outside the document: within it, each line appended would lay the whole page out before the next is measured.
  const lines = window.document.createElement('div');
  const layer = new TextLayer({ textContentSource, container: lines, viewport });
  signal.addEventListener('abort', () => layer.cancel(), { once: true });
  await layer.render();
  if (signal.aborted) return;
  for (const name of lines.style) container.style.setProperty(name, lines.style.getPropertyValue(name));
  container.replaceChildren(...lines.childNodes);
  await describeTags(page, container);
}

/** Most documents have no tags, and need no code for them. */
async function describeTags(page: PDFPageProxy, text: HTMLElement): Promise<void> {
  const tags = await page.getStructTree();
  if (tags === null) return;
  const { describeStructure } = await import('./page-structure.ts');
  describeStructure(tags, text);
}

/** Draws twice: low and quick, then sharp. False when given up. */
async function draw(
  { page, width, turn, signal }: { page: PDFPageProxy; width: number; turn: Turn; signal: AbortSignal },
  frame: React.RefObject<HTMLDivElement | null>,
): Promise<boolean> {
  const sharpWidthPx = width * window.devicePixelRatio;
  if (frame.current?.childElementCount === 0) {
    const draft = await drawPage(page, { widthPx: Math.min(DRAFT_WIDTH_PX, sharpWidthPx), turn, signal });
    if (signal.aborted) return false;
    frame.current?.replaceChildren(draft);
    if (sharpWidthPx <= DRAFT_WIDTH_PX) return true;
  }
  if (frame.current !== null) await stillness(frame.current, signal);
  if (signal.aborted) return false;
  const sharp = await drawPage(page, { widthPx: sharpWidthPx, turn, signal });
  if (signal.aborted) return false;
  frame.current?.replaceChildren(sharp);
  return true;
}
