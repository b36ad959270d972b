import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { asProblem, isAbort, problemFromAnswer, type Problem } from '@/lib/api/problem.ts';

import type { PdfSource } from './pdf-source.ts';

/** Bytes asked for at a time: on a slow line, a fifth of a second. */
export const PIECE_BYTES = 48 * 1024;
/** A line that was gone for a moment is tried again after this long before an error is shown, milliseconds. */
const PAUSE_MS = 1000;

interface Piece {
  /** Where it stands in the file. */
  begin: number;
  bytes: Uint8Array;
  /** How much of it is here: what a broken line brought is not asked for twice. */
  filled: number;
}

/**
 * A document as it comes, piece by piece. pdf.js waits for ever for a piece that its own fetching could not have; here
 * a piece that a broken line has kept back is reported, and asked for again.
 */
export class DocumentPieces extends PDFDataRangeTransport {
  readonly #source: PdfSource;
  readonly #calledOff = new AbortController();
  readonly #missing = new Set<Piece>();
  readonly #total: number;
  #here: number;
  /** Called when pieces are missing, with the reason, and with nothing once they came. */
  onFault: (problem: Problem | undefined) => void = () => undefined;
  /** Called with how much of the file is here, from 0 to 1. */
  onShare: (share: number) => void = () => undefined;

  /** @param first its beginning */
  constructor(source: PdfSource, totalBytes: number, first: Uint8Array) {
    super(totalBytes, first);
    this.#source = source;
    this.#total = totalBytes;
    this.#here = first.length;
  }

  override requestDataRange(begin: number, end: number): void {
    void this.#deliver({ begin, bytes: new Uint8Array(end - begin), filled: 0 });
  }

  override abort(): void {
    this.#calledOff.abort();
  }

  /** Asks again for what is missing. */
  askAgain(): void {
    const pieces = [...this.#missing];
    this.#missing.clear();
    this.onFault(undefined);
    for (const piece of pieces) void this.#deliver(piece);
  }

  async #deliver(piece: Piece): Promise<void> {
    try {
      await this.#fill(piece).catch(async (error: unknown) => {
        if (!asProblem(error).retryable) throw error;
        await new Promise((resolve) => {
          setTimeout(resolve, PAUSE_MS);
        });
        await this.#fill(piece);
      });
      this.onDataRange(piece.begin, piece.bytes);
    } catch (error) {
      if (this.#calledOff.signal.aborted || isAbort(error)) return;
      this.#missing.add(piece);
      this.onFault(asProblem(error));
    }
  }

  async #fill(piece: Piece): Promise<void> {
    const { begin, bytes } = piece;
    const answer = await fetchPiece(
      this.#source,
      begin + piece.filled,
      begin + bytes.length,
      this.#calledOff.signal,
    );
    const reader = answer.body?.getReader();
    for (;;) {
      const read = await reader?.read();
      if (read === undefined || read.done) break;
      bytes.set(read.value.subarray(0, bytes.length - piece.filled), piece.filled);
      piece.filled = Math.min(bytes.length, piece.filled + read.value.length);
      this.#here = Math.min(this.#total, this.#here + read.value.length);
      this.onShare(this.#here / this.#total);
    }
    if (piece.filled < bytes.length) throw new TypeError('the piece came cut short');
  }
}

/** Bytes of a document from `begin` to before `end`; a refused token is renewed once. @throws Problem */
export async function fetchPiece(
  { url, client }: PdfSource,
  begin: number,
  end: number,
  signal?: AbortSignal,
): Promise<Response> {
  try {
    const answer = await client.withAuthority((authorization) =>
      fetch(url, {
        headers: { ...authorization, range: `bytes=${begin}-${end - 1}` },
        ...(signal && { signal }),
      }),
    );
    if (!answer.ok) throw problemFromAnswer(answer.status, await answer.text(), null);
    return answer;
  } catch (error) {
    throw asProblem(error);
  }
}
