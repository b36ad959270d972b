import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { Problem } from '@/lib/api/problem.ts';

import { documentProblem, openDocument, takeAhead } from './open-document.ts';
import type { PdfSource } from './pdf-source.ts';

/** Width divided by height of a page, as shown. */
export type PageShape = number;

export type PdfState =
  | { status: 'loading'; loadedBytes: number; totalBytes: number | undefined }
  | { status: 'failed'; problem: Problem }
  | { status: 'ready'; document: PDFDocumentProxy; firstShape: PageShape };

const LOADING: PdfState = { status: 'loading', loadedBytes: 0, totalBytes: undefined };

/**
 * Reads a document while mounted; a refused token is renewed once. Another document needs another `key` on the
 * component that calls this.
 */
export function usePdf(source: PdfSource): { state: PdfState; retry: () => void } {
  const [state, setState] = useState<PdfState>(LOADING);
  const reading = useRef<AbortController>(undefined);

  function start(): void {
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    void read(source, controller.signal, setState);
  }
  const startOnce = useEffectEvent(start);

  useEffect(() => {
    startOnce();
    return () => reading.current?.abort();
  }, []);

  return {
    state,
    retry: () => {
      setState(LOADING);
      start();
    },
  };
}

async function read(source: PdfSource, signal: AbortSignal, show: (state: PdfState) => void): Promise<void> {
  const first = await tryRead(source, signal, show);
  if (first?.status !== 401 || signal.aborted) return;
  // Another token, and once more.
  if (await source.client.renew()) {
    show(LOADING);
    await tryRead(source, signal, show);
  }
}

/** The problem it ended in, if it did. */
async function tryRead(
  source: PdfSource,
  signal: AbortSignal,
  show: (state: PdfState) => void,
): Promise<Problem | undefined> {
  try {
    const task = (await takeAhead(source)) ?? (await openDocument(source));
    signal.addEventListener('abort', () => void task.destroy(), { once: true });
    task.onProgress = ({ loaded, total }: { loaded: number; total?: number }) => {
      if (!signal.aborted) {
        show({ status: 'loading', loadedBytes: loaded, totalBytes: total && total > 0 ? total : undefined });
      }
    };
    const document = await task.promise;
    task.onProgress = () => undefined;
    const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
    if (!signal.aborted) show({ status: 'ready', document, firstShape: width / height });
    return undefined;
  } catch (error) {
    const problem = documentProblem(error);
    if (!signal.aborted) show({ status: 'failed', problem });
    return problem;
  }
}
