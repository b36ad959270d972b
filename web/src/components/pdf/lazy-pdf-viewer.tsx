import { PageLoading } from '@/components/page/page-loading.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { codeOf } from '@/lib/browser/fetch-code.ts';

import type { PdfSource } from './pdf-source.ts';

let wasAsked = false;
const fetchViewer = codeOf(() => import('./pdf-viewer.tsx'));
const load = () => {
  wasAsked = true;
  return fetchViewer();
};

/** Fetches the viewer and starts its worker ahead of the click that needs them, and begins to read what comes next. */
export function preloadPdfViewer(next?: PdfSource): void {
  // A failed fetch ahead of time costs nothing: the click fetches again, and shows its failure.
  void prepare(next).catch(() => undefined);
}

async function prepare(next: PdfSource | undefined): Promise<void> {
  const { readAhead, startWorker } = await load();
  await startWorker();
  if (next !== undefined) await readAhead(next);
}

/** Gives up what was read ahead of time, if anything was. */
export function forgetPreloaded(): void {
  if (wasAsked)
    void load()
      .then(({ forgetAhead }) => forgetAhead())
      .catch(() => undefined);
}

/** The viewer, fetched when it is first needed: pdf.js is larger than the rest of the client together. */
export const LazyPdfViewer = lazyPart(load, (code) => code.default, <PageLoading />);
