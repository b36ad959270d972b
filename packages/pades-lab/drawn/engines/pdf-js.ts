import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import {
  PACKAGED_MODES,
  type Drawing,
  type DrawingEngine,
  type DrawingMode,
  type DrawnPage,
  MAX_PAGES,
  messageOf,
  scaleFor,
} from './drawing-engine.ts';

type PdfJs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');
type PdfDocument = Awaited<ReturnType<PdfJs['getDocument']>['promise']>;
type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

/** What is used of a canvas of pdf.js in Node; TypeScript's library for browsers is not in use here. */
interface Context {
  getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
}
interface Canvas {
  readonly context: Context;
}
interface CanvasFactory {
  create(width: number, height: number): Canvas;
  destroy(canvas: Canvas): void;
}

/** Firefox's engine, and that of the product's own pages. */
export async function openPdfJs(): Promise<DrawingEngine> {
  const pdfJs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const options = {
    standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
    cMapUrl: `${join(folder, 'cmaps')}/`,
    wasmUrl: `${join(folder, 'wasm')}/`,
    verbosity: 0,
    isEvalSupported: false,
  };
  const draw = async (pdf: Uint8Array, mode: DrawingMode): Promise<Drawing> => {
    // The copy: pdf.js takes the buffer for itself.
    const loading = pdfJs.getDocument({ data: Uint8Array.from(pdf), ...options });
    try {
      const document = await loading.promise;
      const drawn: DrawnPage[] = [];
      for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES); number += 1) {
        drawn.push(await drawPage(document, await document.getPage(number), mode));
      }
      return drawn;
    } catch (error) {
      return { refused: messageOf(error) };
    } finally {
      await loading.destroy();
    }
  };
  return { name: 'pdf.js', modes: PACKAGED_MODES['pdf.js'], draw };
}

async function drawPage(document: PdfDocument, page: PdfPage, mode: DrawingMode): Promise<DrawnPage> {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const viewport = page.getViewport({ scale: scaleFor(right - left, top - bottom) });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const factory = document.canvasFactory as CanvasFactory;
  const made = factory.create(width, height);
  try {
    await page.render({
      canvas: null,
      canvasContext: made.context,
      viewport,
      intent: mode === 'print' ? 'print' : 'display',
    }).promise;
    const { data } = made.context.getImageData(0, 0, width, height);
    return { width, height, channels: 4, pixels: Uint8Array.from(data) };
  } finally {
    factory.destroy(made);
  }
}
