import { randomBytes } from 'node:crypto';

import { PDFDocument, StandardFonts, degrees, rgb } from 'pdf-lib';

export interface SamplePdf {
  pages?: number;
  title?: string;
  /** Cross-reference stream and object streams instead of a table (ISO 32000-2, 7.5.8). */
  xrefStream?: boolean;
  /** Incompressible weight, bytes. */
  ballastBytes?: number;
  rotated?: boolean;
}

/** A real PDF with text on every page, of the kind asked for. */
export async function samplePdf(kind: SamplePdf = {}): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const title = kind.title ?? 'Contrato de prestação de serviços';
  document.setTitle(title);
  for (let number = 1; number <= (kind.pages ?? 2); number += 1) {
    const page = document.addPage([595, 842]);
    if (kind.rotated === true) page.setRotation(degrees(90));
    page.drawText(`${title}, página ${number}`, { x: 60, y: 760, size: 16, font, color: rgb(0.1, 0.1, 0.2) });
    page.drawText('As partes acordam o que segue.', { x: 60, y: 720, size: 11, font });
  }
  if (kind.ballastBytes !== undefined) {
    await document.attach(randomBytes(kind.ballastBytes), 'anexo.bin', {
      mimeType: 'application/octet-stream',
    });
  }
  return document.save({ useObjectStreams: kind.xrefStream ?? false });
}
