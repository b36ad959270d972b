import { lazy, Suspense } from 'react';

import { PageLoading } from '@/components/app/page-loading.tsx';

import type { PdfSource } from './pdf-source.ts';
import type { PdfViewerProps } from './pdf-viewer.tsx';

const load = () => import('./pdf-viewer.tsx');
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

/** The viewer, fetched when it is first needed: pdf.js is larger than the rest of the client together. */
export function LazyPdfViewer(props: PdfViewerProps) {
  return (
    <Suspense fallback={<PageLoading />}>
      <Viewer {...props} />
    </Suspense>
  );
}
