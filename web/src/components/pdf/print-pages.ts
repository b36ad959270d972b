import type { PDFDocumentProxy } from 'pdfjs-dist';

import { drawPage } from './draw-page.ts';
import type { Turn } from './turn.ts';

/** What an office printer resolves of a text, dots per inch; a point is 1/72 inch. */
const DOTS_PER_INCH = 200;

export interface Printing {
  turn: Turn;
  /** Called as each page is ready, with how many are. */
  onPage: (ready: number) => void;
  /** Ends it where it stands. */
  signal: AbortSignal;
}

/**
 * Prints a document as it is shown, page by page, by the drawings of the same engine: the browser's own viewer may draw
 * another thing of the same file. Resolves once the browser was asked to print. Rejects where it was ended, or a page
 * cannot be drawn.
 */
export async function printPages(pdf: PDFDocumentProxy, { turn, onPage, signal }: Printing): Promise<void> {
  const sheets = document.createElement('div');
  sheets.className = 'pdf-print';
  const addresses: string[] = [];
  const clear = (): void => {
    sheets.remove();
    document.documentElement.classList.remove('is-printing-pdf');
    for (const address of addresses) URL.revokeObjectURL(address);
  };
  try {
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const address = URL.createObjectURL(await drawnPage(pdf, number, { turn, signal }));
      addresses.push(address);
      sheets.append(await sheetOf(address));
      signal.throwIfAborted();
      onPage(number);
    }
  } catch (error) {
    clear();
    throw error;
  }
  document.body.append(sheets);
  document.documentElement.classList.add('is-printing-pdf');
  window.addEventListener('afterprint', clear, { once: true });
  window.print();
}

async function drawnPage(
  pdf: PDFDocumentProxy,
  number: number,
  { turn, signal }: Pick<Printing, 'turn' | 'signal'>,
): Promise<Blob> {
  const page = await pdf.getPage(number);
  const { width } = page.getViewport({ scale: DOTS_PER_INCH / 72, rotation: page.rotate + turn });
  const canvas = await drawPage(page, { widthPx: width, turn, signal });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob === null ? reject(new Error(`page ${number} is too large`)) : resolve(blob),
    );
  });
}

async function sheetOf(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  if (image.naturalWidth > image.naturalHeight) image.className = 'pdf-print-wide';
  return image;
}
