import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

import { placesOf, searchable } from './page-text.ts';

/** Texts come page by page; results are shown after each of so many pages. */
const PAGES_AT_ONCE = 25;
const FOUND = 'pdf-found';
const CURRENT = 'pdf-found-current';

export interface Search {
  query: string;
  setQuery: (query: string) => void;
  /** The page of each occurrence, in their order. */
  found: readonly number[];
  /** Which of them is shown, from 0. */
  index: number;
  step: (by: 1 | -1) => void;
  /** Whether all pages were read. */
  done: boolean;
  /** Whether there is any text: a scanned document has none. */
  hasText: boolean;
}

/** Looks for a query in a whole document, also in pages that are not drawn. */
export function useSearch(
  document: PDFDocumentProxy,
  scroller: React.RefObject<HTMLElement | null>,
  { open, goTo }: { open: boolean; goTo: (page: number) => void },
): Search {
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const texts = useTexts(document, open);
  const found = useMemo(
    () => texts.flatMap((text, page) => placesOf(query, text).map(() => page + 1)),
    [texts, query],
  );
  const page = found[index];
  const nth = page === undefined ? 0 : index - found.indexOf(page);
  // What is typed on may be found on the same page, which was scrolled away meanwhile.
  const show = useEffectEvent((to: number, _query: string) => goTo(to));
  useEffect(() => {
    if (open && page !== undefined) show(page, query);
  }, [open, page, query]);
  useHighlights(scroller, open ? query : '', page === undefined ? undefined : { page, nth });
  return {
    query,
    setQuery: (next) => {
      setIndex(0);
      setQuery(next);
    },
    found,
    index,
    step: (by) => setIndex((index + by + found.length) % Math.max(1, found.length)),
    done: texts.length === document.numPages,
    hasText: texts.some((text) => text.trim() !== ''),
  };
}

/** The searchable texts of the pages, as far as they were read. */
function useTexts(document: PDFDocumentProxy, wanted: boolean): readonly string[] {
  const read = useRef<string[]>([]);
  const readOf = useRef(document);
  const [texts, setTexts] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!wanted) return undefined;
    if (readOf.current !== document) read.current = [];
    readOf.current = document;
    const reading = new AbortController();
    const { signal } = reading;
    async function readOn(): Promise<void> {
      while (!signal.aborted && read.current.length < document.numPages) {
        const number = read.current.length + 1;
        const text = await textOf(document, number);
        if (signal.aborted) return;
        read.current.push(searchable(text));
        if (number === document.numPages || number % PAGES_AT_ONCE === 0) setTexts([...read.current]);
      }
    }
    // The document was closed while it was read.
    void readOn().catch(() => undefined);
    return () => reading.abort();
  }, [document, wanted]);
  return texts;
}

async function textOf(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
}

/** Paints what was found on the pages that are drawn, and brings the current occurrence into view once it is there. */
function useHighlights(
  scroller: React.RefObject<HTMLElement | null>,
  query: string,
  current: { page: number; nth: number } | undefined,
): void {
  const brought = useRef('');
  const key = `${query} ${current?.page} ${current?.nth}`;
  const paint = useEffectEvent((of: string) => {
    const ranges = drawnTexts(scroller.current).flatMap(({ page, layer }) =>
      rangesOf(layer, query).map((range, nth) => ({ page, nth, range })),
    );
    const own = ranges.find(({ page, nth }) => page === current?.page && nth === current.nth)?.range;
    if (own !== undefined && brought.current !== of) {
      brought.current = of;
      own.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
    }
    // Browsers without it show the page alone.
    if (!('highlights' in CSS)) return;
    CSS.highlights.set(FOUND, new Highlight(...ranges.map(({ range }) => range)));
    CSS.highlights.set(CURRENT, new Highlight(...(own === undefined ? [] : [own])));
  });
  useEffect(() => {
    const element = scroller.current;
    if (query.trim() === '' || element === null) return undefined;
    let frame = requestAnimationFrame(() => paint(key));
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => paint(key));
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      if (!('highlights' in CSS)) return;
      CSS.highlights.delete(FOUND);
      CSS.highlights.delete(CURRENT);
    };
  }, [scroller, query, key]);
}

/** The text layers of the pages that are drawn. */
const drawnTexts = (scroller: HTMLElement | null): { page: number; layer: HTMLElement }[] =>
  [...(scroller?.querySelectorAll<HTMLElement>('[data-page]') ?? [])].flatMap((sheet) => {
    const layer = sheet.querySelector<HTMLElement>('.pdf-text');
    return layer === null ? [] : [{ page: Number(sheet.dataset['page']), layer }];
  });

/** Where the query stands in a text layer, whose words may be cut into several elements. */
function rangesOf(layer: HTMLElement, query: string): Range[] {
  const letters: { node: Text; offset: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const last = letters.at(-1);
    if (node instanceof Text) {
      text += node.data;
      for (let offset = 0; offset < node.data.length; offset += 1) letters.push({ node, offset });
    } else if (node.nodeName === 'BR' && last !== undefined) {
      text += ' ';
      letters.push(last);
    }
  }
  const { length } = searchable(query.trim());
  return placesOf(query, searchable(text)).flatMap((place) => {
    const [start, end] = [letters[place], letters[place + length - 1]];
    if (start === undefined || end === undefined) return [];
    const range = document.createRange();
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset + 1);
    return [range];
  });
}
