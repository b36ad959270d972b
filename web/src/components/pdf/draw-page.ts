import type { PDFPageProxy } from 'pdfjs-dist';

import { viewportOf, type Turn } from './turn.ts';

/** Phones refuse larger canvases; beyond it a drawing is scaled down. */
const MAX_CANVAS_PIXELS = 16 * 1024 * 1024;

/** A page on a canvas of that width, device pixels. Rejects once the signal says that it is not wanted any more. */
export async function drawPage(
  page: PDFPageProxy,
  { widthPx, turn = 0, signal }: { widthPx: number; turn?: Turn; signal: AbortSignal },
): Promise<HTMLCanvasElement> {
  const natural = viewportOf(page, turn);
  const largest = Math.sqrt(MAX_CANVAS_PIXELS / (natural.width * natural.height));
  const viewport = natural.clone({ scale: Math.min(widthPx / natural.width, largest) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  const task = page.render({ canvas, viewport });
  task.onContinue = onePieceAFrame;
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  await task.promise;
  return canvas;
}

const waiting: (() => void)[] = [];

/** Drawings go on by pieces of 15 ms (pdf.js): one in a frame, whichever page it is of, leaves time to scroll. */
function onePieceAFrame(goOn: () => void): void {
  waiting.push(goOn);
  if (waiting.length === 1) requestAnimationFrame(nextPiece);
}

function nextPiece(): void {
  const goOn = waiting.shift();
  if (waiting.length > 0) requestAnimationFrame(nextPiece);
  goOn?.();
}
