import QRCode from 'qrcode';

import { COLORS, type Canvas } from './canvas.ts';

/** Modules of silence around a code (ISO/IEC 18004, 9.1). */
const QUIET_MODULES = 4;

/** Draws a QR code with its quiet zone in a square of side `side` points, with error correction level M. */
export function drawQrCode(canvas: Canvas, text: string, x: number, top: number, side: number): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const scale = side / (modules.size + 2 * QUIET_MODULES);
  const bars: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column) === 0) continue;
      let length = 1;
      while (column + length < modules.size && modules.get(row, column + length) !== 0) length += 1;
      bars.push(`${column} ${row} ${length} 1 re`);
      column += length;
    }
  }
  const matrix = [scale, 0, 0, scale, x + QUIET_MODULES * scale, top + QUIET_MODULES * scale];
  const place = matrix.map((value) => Math.round(value * 1e4) / 1e4).join(' ');
  canvas.path(`${place} cm ${bars.join(' ')}`, { fill: COLORS.ink });
}
