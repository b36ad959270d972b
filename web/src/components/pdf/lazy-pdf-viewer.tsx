import { lazy, Suspense } from 'react';

import { PageLoading } from '@/components/app/page-loading.tsx';

import type { PdfSource } from './pdf-source.ts';
import type { PdfViewerProps } from './pdf-viewer.tsx';

let wasAsked = false;
const load = () => {
  wasAsked = true;
  return import('./pdf-viewer.tsx');
};
const Viewer = lazy(load);

/** Fetches the viewer and starts its worker ahead of the click that needs them, and begins to read what comes next. */
export function preloadPdfViewer(next?: PdfSource): void {
  // A failed fetch ahead of time costs nothing: the click fetches again, and shows its failure.
  void prepare(next).catch(() => undefined);
}

async function prepare(next: PdfSource | undefined): Promise<void> {
  const { readAhead, startWorker } = await load();
  startWorker();
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
export function LazyPdfViewer(props: PdfViewerProps) {
  return (
    <Suspense fallback={<PageLoading />}>
      <Viewer {...props} />
    </Suspense>
  );
}
