import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { Problem } from '@/lib/api/problem.ts';

import type { DocumentPieces } from './document-pieces.ts';
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
 * Reads a document while mounted; a refused token is renewed once. Where the source becomes another, what is shown stays
 * until that is read.
 * @returns share: how much of it is here, from 0 to 1; missing: why pieces of it are not
 */
export function usePdf(source: PdfSource): {
  state: PdfState;
  retry: () => void;
  share: number;
  missing: Problem | undefined;
  askAgain: () => void;
} {
  const [state, setState] = useState<PdfState>(LOADING);
  // In hundredths: the pieces are too many to draw anything for each.
  const [share, setShare] = useState(0);
  const [missing, setMissing] = useState<Problem>();
  const pieces = useRef<DocumentPieces>(undefined);
  const follow = (coming: DocumentPieces | undefined): void => {
    pieces.current = coming;
    if (coming === undefined) return;
    coming.onFault = setMissing;
    coming.onShare = (part) => setShare(Math.floor(part * 100) / 100);
    // What was missed while it was read ahead of time had no listener.
    coming.askAgain();
  };
  const reading = useRef<AbortController>(undefined);

  function start(): void {
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    const show = (next: PdfState): void =>
      setState((former) => (next.status === 'loading' && former.status === 'ready' ? former : next));
    void read(source, controller.signal, show, follow);
  }
  const startReading = useEffectEvent((_url: string) => start());

  useEffect(() => {
    startReading(source.url);
    return () => reading.current?.abort();
  }, [source.url]);

  // Once nothing draws it any more.
  const document = state.status === 'ready' ? state.document : undefined;
  useEffect(() => () => void document?.loadingTask.destroy(), [document]);

  // Retried by itself once the connection is back.
  const isMissing = missing !== undefined;
  useEffect(() => {
    if (!isMissing) return undefined;
    const onOnline = () => pieces.current?.askAgain();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isMissing]);

  return {
    state,
    share,
    missing,
    askAgain: () => pieces.current?.askAgain(),
    retry: () => {
      setState(LOADING);
      start();
    },
  };
}

type Follow = (pieces: DocumentPieces | undefined) => void;

async function read(
  source: PdfSource,
  signal: AbortSignal,
  show: (state: PdfState) => void,
  follow: Follow,
): Promise<void> {
  try {
    const { task, pieces } = (await takeAhead(source)) ?? (await openDocument(source, signal));
    if (!signal.aborted) follow(pieces);
    const ready = new AbortController();
    signal.addEventListener('abort', () => void task.destroy(), { once: true, signal: ready.signal });
    task.onProgress = ({ loaded, total }: { loaded: number; total?: number }) => {
      if (!signal.aborted) {
        show({ status: 'loading', loadedBytes: loaded, totalBytes: total && total > 0 ? total : undefined });
      }
    };
    const document = await task.promise;
    task.onProgress = () => undefined;
    const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
    if (signal.aborted) return;
    // From here on the component that shows it destroys it.
    ready.abort();
    show({ status: 'ready', document, firstShape: width / height });
  } catch (error) {
    if (!signal.aborted) show({ status: 'failed', problem: documentProblem(error) });
  }
}
