import { PDFString } from 'pdf-lib';
import QRCode from 'qrcode';

import { COLORS, PAGE, type Canvas } from './canvas.ts';

/** Modules of silence around a code (ISO/IEC 18004, 9.1 asks for four; the panel around it gives the rest). */
const QUIET_MODULES = 2;

/** Draws a QR code of side `side` points, as one path, with error correction level M. */
export function drawQrCode(canvas: Canvas, text: string, x: number, top: number, side: number): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const scale = side / (modules.size + 2 * QUIET_MODULES);
  const rows: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column) === 0) continue;
      let length = 1;
      while (column + length < modules.size && modules.get(row, column + length) !== 0) length += 1;
      rows.push(`M ${column} ${row} h ${length} v 1 h -${length} Z`);
      column += length;
    }
  }
  canvas.panel(x, top, side, side, { fill: COLORS.white, radius: 4 });
  canvas.page.drawSvgPath(rows.join(' '), {
    x: x + QUIET_MODULES * scale,
    y: PAGE.height - top - QUIET_MODULES * scale,
    scale,
    color: COLORS.ink,
  });
}

/** Makes a rectangle of the current page open `url` (ISO 32000-2, 12.5.6.5). */
export function linkArea(canvas: Canvas, url: string, area: readonly [number, number, number, number]): void {
  const [x, top, width, height] = area;
  const { context } = canvas.pdf;
  const annotation = context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [x, PAGE.height - top - height, x + width, PAGE.height - top],
    Border: [0, 0, 0],
    A: { Type: 'Action', S: 'URI', URI: PDFString.of(encodeURI(decodeURI(url))) },
  });
  canvas.page.node.addAnnot(context.register(annotation));
}
