import type { ErrorCode, errors } from '@lacre/contracts/errors';
import type { PDFDocumentLoadingTask } from 'pdfjs-dist';
// The legacy build: it runs on the phones people have, not only on this year's browsers.
import { getDocument, GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- Vite answers `?url` with the file's address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

import { Problem } from '@/lib/api/problem.ts';

import { DocumentPieces, fetchPiece, PIECE_BYTES } from './document-pieces.ts';
import type { PdfSource } from './pdf-source.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

/** A document being read, and the pieces it comes in, where it does not come whole. */
export interface Opening {
  task: PDFDocumentLoadingTask;
  pieces: DocumentPieces | undefined;
}

let worker: Promise<PDFWorker> | undefined;

/**
 * Starts the thread that reads documents, one for all of them; nothing happens when it runs already.
 * @throws Problem where its code does not come; the next call asks for it again
 */
export function startWorker(): Promise<PDFWorker> {
  worker ??= createWorker().catch((error: unknown) => {
    worker = undefined;
    throw error;
  });
  return worker;
}

/**
 * pdf.js itself would go on without a thread once a thread's code did not come, and fail for as long as the page lives when
 * that does not come either. It is left to do so where the code is there: in a browser that runs no modules in threads.
 */
async function createWorker(): Promise<PDFWorker> {
  const port = await runningThread();
  if (port !== undefined) return PDFWorker.create({ port });
  try {
    const code = await fetch(workerUrl);
    if (!code.ok) throw new Problem('NETWORK', { status: code.status });
    await code.arrayBuffer();
  } catch (cause) {
    throw documentProblem(cause);
  }
  const withoutThread = new PDFWorker();
  await withoutThread.promise;
  return withoutThread;
}

/** A thread with the code of pdf.js in it, which says so by its first message; undefined where it does not start. */
async function runningThread(): Promise<Worker | undefined> {
  try {
    const thread = new Worker(workerUrl, { type: 'module' });
    await new Promise((resolve, reject) => {
      thread.addEventListener('message', resolve, { once: true });
      thread.addEventListener('error', reject, { once: true });
    });
    return thread;
  } catch {
    return undefined;
  }
}

/**
 * Starts reading a document; what pdf.js fetches by itself comes from our own origin.
 * @param signal gives up one that comes whole, before it has come
 */
export async function openDocument(source: PdfSource, signal?: AbortSignal): Promise<Opening> {
  const started = startWorker();
  // What the document itself does not come for is said first.
  started.catch(() => undefined);
  const { data, pieces } =
    source.load === undefined
      ? await beginningOf(source)
      : { data: await source.load(signal), pieces: undefined };
  const task = getDocument({
    ...(data === undefined ? {} : { data }),
    ...(pieces === undefined
      ? {}
      : {
          range: pieces,
          rangeChunkSize: PIECE_BYTES,
          // What is looked at comes first; the rest is asked for when it is hashed, in one piece.
          disableStream: true,
          disableAutoFetch: true,
        }),
    worker: await started,
    cMapUrl: '/pdfjs/cmaps/',
    standardFontDataUrl: '/pdfjs/standard_fonts/',
    wasmUrl: '/pdfjs/wasm/',
    iccUrl: '/pdfjs/iccs/',
    // Nothing inside a document may run or fetch: it is shown, and that is all.
    enableXfa: false,
    stopAtErrors: false,
  });
  return { task, pieces };
}

/** A short document whole; of a longer one the beginning, which has its length. @throws Problem */
async function beginningOf(
  source: PdfSource,
): Promise<{ data: Uint8Array | undefined; pieces: DocumentPieces | undefined }> {
  const answer = await fetchPiece(source, 0, PIECE_BYTES);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const total = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? bytes.length);
  if (total <= bytes.length) return { data: bytes, pieces: undefined };
  return { data: undefined, pieces: new DocumentPieces(source, total, bytes) };
}

/** A document prefetched. */
let ahead: { url: string; token: string | undefined; opening: Promise<Opening> } | undefined;

/** Starts reading a document that is likely opened next: its structure and what its first page needs, and no more. */
export async function readAhead(source: PdfSource): Promise<void> {
  const { authorization } = await source.client.authorization();
  if (ahead?.url === source.url && ahead.token === authorization) return;
  forgetAhead();
  const opening = openDocument(source);
  ahead = { url: source.url, token: authorization, opening };
  try {
    const document = await (await opening).task.promise;
    await (await document.getPage(1)).getOperatorList();
  } catch {
    // Opening it shows why.
    if (ahead?.opening === opening) forgetAhead();
  }
}

/** Aborts a prefetch that is no longer needed. */
export function forgetAhead(): void {
  void ahead?.opening.then(
    ({ task }) => task.destroy(),
    () => undefined,
  );
  ahead = undefined;
}

/** The reading of a document, if it began ahead of time; it is its caller's from here on. */
export async function takeAhead(source: PdfSource): Promise<Opening | undefined> {
  const { authorization } = await source.client.authorization();
  if (ahead === undefined || ahead.url !== source.url || ahead.token !== authorization) return undefined;
  const { opening } = ahead;
  ahead = undefined;
  return opening;
}

/** Given here and not by the server; a title that is not the contracts' own does not compile. */
const TITLES = {
  DOCUMENT_NOT_FOUND: 'Documento não encontrado.',
  AUTH_PERSON_NO_AUTHORIZATION: 'Você não tem acesso a este documento.',
  PDF_ENCRYPTED: 'O PDF está protegido por senha.',
  PDF_READ_ERROR: 'Não foi possível ler o PDF.',
} as const satisfies { [Code in ErrorCode]?: (typeof errors)[Code]['title'] };

/** Why a document could not be opened, in the words of the rest of the product. */
export function documentProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { name, status } = (error ?? {}) as { name?: string; status?: number };
  if (name === 'ResponseException') {
    if (status === 404 || status === 410)
      return new Problem('DOCUMENT_NOT_FOUND', { status: 404, title: TITLES.DOCUMENT_NOT_FOUND });
    if (status === 401) return new Problem('AUTH_TOKEN_VALIDATION_ERROR', { status: 401 });
    if (status === 403)
      return new Problem('AUTH_PERSON_NO_AUTHORIZATION', {
        status: 403,
        title: TITLES.AUTH_PERSON_NO_AUTHORIZATION,
      });
    return status === undefined || status === 0
      ? new Problem('NETWORK', { cause: error })
      : new Problem('SERVICE_UNAVAILABLE', { status, cause: error });
  }
  if (name === 'PasswordException')
    return new Problem('PDF_ENCRYPTED', { title: TITLES.PDF_ENCRYPTED, cause: error });
  if (name === 'InvalidPDFException' || name === 'FormatError')
    return new Problem('PDF_READ_ERROR', { title: TITLES.PDF_READ_ERROR, cause: error });
  return new Problem('NETWORK', { cause: error });
}
