/** The process of one engine: answers each file it is sent with its drawing. See `confined-engine.ts`. */
import { type DrawingRequest, READY } from './confined-engine.ts';
import type { DrawingEngine, PackagedEngine } from './drawing-engine.ts';

const OPEN: Readonly<Record<PackagedEngine, () => Promise<DrawingEngine>>> = {
  PDFium: async () => (await import('./pdfium.ts')).openPdfium(),
  'pdf.js': async () => (await import('./pdf-js.ts')).openPdfJs(),
  MuPDF: async () => (await import('./mupdf.ts')).openMuPdf(),
};

const engine = await OPEN[process.argv[2] as PackagedEngine]();
process.on('message', ({ pdf, mode }: DrawingRequest) => {
  void engine.draw(pdf, mode).then((drawing) => process.send?.(drawing));
});
process.send?.(READY);
