import {
  PACKAGED_MODES,
  type Drawing,
  type DrawingEngine,
  type DrawingMode,
  type DrawnPage,
  fromInks,
  MAX_PAGES,
  messageOf,
  scaleFor,
} from './drawing-engine.ts';

type MuPdf = typeof import('mupdf');
type MuPdfPage = ReturnType<ReturnType<MuPdf['Document']['openDocument']>['loadPage']>;

/** Compiled to WebAssembly. Repairs a file by searching it as soon as anything in it cannot be read. */
export async function openMuPdf(): Promise<DrawingEngine> {
  const muPdf = await import('mupdf');
  const draw = (pdf: Uint8Array, mode: DrawingMode): Drawing => {
    try {
      const document = muPdf.Document.openDocument(Uint8Array.from(pdf), 'application/pdf');
      try {
        const count = Math.min(document.countPages(), MAX_PAGES);
        return Array.from({ length: count }, (_, index) => {
          const page = document.loadPage(index);
          const drawn = drawPage(muPdf, page, mode);
          page.destroy();
          return drawn;
        });
      } finally {
        document.destroy();
      }
    } catch (error) {
      return { refused: messageOf(error) };
    }
  };
  return {
    name: 'MuPDF',
    modes: PACKAGED_MODES.MuPDF,
    draw: (pdf, mode) => Promise.resolve(draw(pdf, mode)),
  };
}

function drawPage({ Matrix, ColorSpace }: MuPdf, page: MuPdfPage, mode: DrawingMode): DrawnPage {
  const [left, top, right, bottom] = page.getBounds();
  const scale = scaleFor(right - left, bottom - top);
  const usage = mode === 'screen' ? 'View' : 'Print';
  const pixmap = page.toPixmap(
    Matrix.scale(scale, scale),
    mode === 'press' ? ColorSpace.DeviceCMYK : ColorSpace.DeviceRGB,
    false,
    true,
    usage,
    'CropBox',
  );
  const [width, height, stride] = [pixmap.getWidth(), pixmap.getHeight(), pixmap.getStride()];
  const channels = mode === 'press' ? 4 : 3;
  const source = pixmap.getPixels();
  const pixels = new Uint8Array(width * height * channels);
  for (let row = 0; row < height; row += 1) {
    pixels.set(source.subarray(row * stride, row * stride + width * channels), row * width * channels);
  }
  pixmap.destroy();
  return mode === 'press' ? fromInks({ width, height, pixels }) : { width, height, channels, pixels };
}
