import type { PDFDocumentLoadingTask } from 'pdfjs-dist';
// The legacy build: it runs on the phones people have, not only on this year's browsers.
import { getDocument, GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- Vite answers `?url` with the file's address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

import { Problem } from '@/lib/api/problem.ts';

import type { PdfSource } from './pdf-source.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Bytes asked for at a time, when the server answers ranges: on a slow line, a fifth of a second. */
const RANGE_BYTES = 48 * 1024;

let worker: PDFWorker | undefined;

/** Starts the thread that reads documents, one for all of them; nothing happens when it runs already. */
export function startWorker(): PDFWorker {
  if (worker === undefined || worker.destroyed) worker = new PDFWorker();
  return worker;
}

/** Starts reading a document; what pdf.js fetches by itself comes from our own origin. */
export async function openDocument(source: PdfSource): Promise<PDFDocumentLoadingTask> {
  const from =
    source.load === undefined
      ? {
          url: source.url,
          httpHeaders: await source.client.authorization(),
          rangeChunkSize: RANGE_BYTES,
          // What is looked at comes first; the rest is asked for when it is hashed, in one piece.
          disableStream: true,
          disableAutoFetch: true,
        }
      : { data: await source.load() };
  return getDocument({
    ...from,
    worker: startWorker(),
    cMapUrl: '/pdfjs/cmaps/',
    standardFontDataUrl: '/pdfjs/standard_fonts/',
    wasmUrl: '/pdfjs/wasm/',
    iccUrl: '/pdfjs/iccs/',
    // Nothing inside a document may run or fetch: it is shown, and that is all.
    enableXfa: false,
    stopAtErrors: false,
  });
}

/** A document whose reading began before anybody asked for it. */
let ahead: { url: string; token: string | undefined; task: Promise<PDFDocumentLoadingTask> } | undefined;

/** Starts reading a document that is likely opened next: its structure and what its first page needs, and no more. */
export async function readAhead(source: PdfSource): Promise<void> {
  const { authorization } = await source.client.authorization();
  if (ahead?.url === source.url && ahead.token === authorization) return;
  forgetAhead();
  const task = openDocument(source);
  ahead = { url: source.url, token: authorization, task };
  try {
    const document = await (await task).promise;
    await (await document.getPage(1)).getOperatorList();
  } catch {
    // Whoever opens it is told why.
    if (ahead?.task === task) forgetAhead();
  }
}

/** Gives up what was read ahead of time: whoever it was for has gone. */
export function forgetAhead(): void {
  void ahead?.task.then((task) => task.destroy());
  ahead = undefined;
}

/** The reading of a document, if it began ahead of time; it is its caller's from here on. */
export async function takeAhead(source: PdfSource): Promise<PDFDocumentLoadingTask | undefined> {
  const { authorization } = await source.client.authorization();
  if (ahead === undefined || ahead.url !== source.url || ahead.token !== authorization) return undefined;
  const { task } = ahead;
  ahead = undefined;
  return task;
}

/** Why a document could not be opened, in the words of the rest of the product. */
export function documentProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { name, status } = (error ?? {}) as { name?: string; status?: number };
  if (name === 'ResponseException') {
    if (status === 404 || status === 410) return new Problem('DOCUMENT_NOT_FOUND', { status: 404 });
    if (status === 401) return new Problem('AUTH_TOKEN_VALIDATION_ERROR', { status: 401 });
    if (status === 403) return new Problem('AUTH_PERSON_NO_AUTHORIZATION', { status: 403 });
    return status === undefined || status === 0
      ? new Problem('NETWORK', { cause: error })
      : new Problem('SERVICE_UNAVAILABLE', { status, cause: error });
  }
  if (name === 'PasswordException') return new Problem('PDF_ENCRYPTED', { cause: error });
  if (name === 'InvalidPDFException' || name === 'FormatError')
    return new Problem('PDF_READ_ERROR', { cause: error });
  return new Problem('NETWORK', { cause: error });
}
