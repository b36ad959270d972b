import { randomBytes } from 'node:crypto';

import { PDFDocument, PDFName, StandardFonts, degrees, rgb } from 'pdf-lib';

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
    // A program's own data on a page (ISO 32000-2, 14.5): intake keeps it, as it does not keep embedded files.
    const ballast = document.context.register(document.context.stream(randomBytes(kind.ballastBytes)));
    document.getPage(0).node.set(PDFName.of('PieceInfo'), document.context.obj({ Lacre: ballast }));
  }
  return document.save({ useObjectStreams: kind.xrefStream ?? false });
}
