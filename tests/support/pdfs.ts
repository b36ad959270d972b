import { randomBytes } from 'node:crypto';

import { PDFDocument, PDFHexString, PDFName, StandardFonts, degrees, rgb, type PDFRef } from 'pdf-lib';

export interface SamplePdf {
  pages?: number;
  title?: string;
  /** Cross-reference stream and object streams instead of a table (ISO 32000-2, 7.5.8). */
  xrefStream?: boolean;
  /** Incompressible weight, bytes. */
  ballastBytes?: number;
  rotated?: boolean;
  /** Of text on each page, 10 points on 14, as a contract is set. Default: two lines, a title and a sentence. */
  lines?: number;
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
    if (kind.lines !== undefined)
      page.drawText(clauses(number, kind.lines), { x: 60, y: 700, size: 10, lineHeight: 14, font });
  }
  if (kind.ballastBytes !== undefined) {
    // A program's own data on a page (ISO 32000-2, 14.5): intake keeps it, as it does not keep embedded files.
    const ballast = document.context.register(document.context.stream(randomBytes(kind.ballastBytes)));
    document.getPage(0).node.set(PDFName.of('PieceInfo'), document.context.obj({ Lacre: ballast }));
  }
  return document.save({ useObjectStreams: kind.xrefStream ?? false });
}

const clauses = (page: number, lines: number): string =>
  Array.from(
    { length: lines },
    (_, at) =>
      `${page}.${at + 1} As partes acordam o que segue, nos termos da lei, e leram cada uma das cláusulas.`,
  ).join('\n');

/** A page whose heading, list of two and picture are tagged (ISO 32000-2, 14.7 and 14.8). */
export async function taggedPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const { context } = document;
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([595, 842]);
  page.node.setFontDictionary(PDFName.of('F1'), font.ref);
  const texts = ['Cláusula primeira', 'Pagar no prazo', 'Zelar pelo imóvel'];
  const drawn = texts.map(
    (text, id) =>
      `/Span <</MCID ${id}>> BDC BT /F1 14 Tf 60 ${760 - 40 * id} Td ${font.encodeText(text).toString()} Tj ET EMC`,
  );
  const picture = `/Figure <</MCID 3>> BDC 60 560 120 60 re f EMC`;
  page.node.set(
    PDFName.of('Contents'),
    context.register(context.flateStream([...drawn, picture].join('\n'))),
  );
  page.node.set(PDFName.of('StructParents'), context.obj(0));

  const root = context.nextRef();
  const tag = (role: string, parent: PDFRef, mcid?: number) => {
    const element = context.obj({ Type: 'StructElem', S: role, P: parent, Pg: page.ref });
    if (mcid !== undefined) element.set(PDFName.of('K'), context.obj(mcid));
    return { element, ref: context.register(element) };
  };
  const whole = tag('Document', root);
  const heading = tag('H1', whole.ref, 0);
  const list = tag('L', whole.ref);
  const items = [1, 2].map((mcid) => tag('LI', list.ref, mcid).ref);
  const figure = tag('Figure', whole.ref, 3);
  figure.element.set(PDFName.of('Alt'), PDFHexString.fromText('Planta do imóvel'));
  list.element.set(PDFName.of('K'), context.obj(items));
  whole.element.set(PDFName.of('K'), context.obj([heading.ref, list.ref, figure.ref]));
  context.assign(
    root,
    context.obj({
      Type: 'StructTreeRoot',
      K: whole.ref,
      ParentTree: { Nums: [0, [heading.ref, ...items, figure.ref]] },
    }),
  );
  document.catalog.set(PDFName.of('StructTreeRoot'), root);
  document.catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  return document.save({ useObjectStreams: false });
}
