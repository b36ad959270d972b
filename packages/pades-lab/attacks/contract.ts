import type { StrictPdf } from '@lacre/pades';
import { PdfArray, PdfDict, type PdfRef, PdfRef as Ref } from '@lacre/pades/pdf';

import { HandWrittenPdf } from '../fixtures/hand-written-pdf.ts';

/**
 * The document the attacks are about: two pages, a font, a picture laid over text, a form field with
 * its appearance, an empty signature field, an attachment, Info and metadata.
 */
export function contract(page = '', catalog = ''): HandWrittenPdf {
  return new HandWrittenPdf()
    .object(
      1,
      `<< /Type /Catalog /Pages 2 0 R /AcroForm 10 0 R /Metadata 15 0 R /Names << /EmbeddedFiles 16 0 R >> ${catalog} >>`,
    )
    .object(2, '<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 /MediaBox [0 0 595 842] >>')
    .object(
      3,
      '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [11 0 R 19 0 R]' +
        ` /Resources << /Font << /F1 6 0 R >> /XObject << /Cover 7 0 R >> >> ${page} >>`,
    )
    .stream(4, 'BT /F1 18 Tf 60 700 Td (O valor e de R$ 100,00.) Tj ET /Cover Do')
    .object(5, '<< /Type /Page /Parent 2 0 R /Contents 12 0 R /Resources << /Font << /F1 6 0 R >> >> >>')
    .object(6, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
    .stream(7, '1 g 60 600 200 40 re f', '/Type /XObject /Subtype /Form /BBox [0 0 595 842]')
    .stream(8, 'BT /F1 18 Tf 60 610 Td (Clausula oculta) Tj ET')
    .object(10, '<< /Fields [11 0 R 19 0 R] /DA (/Helv 0 Tf 0 g) >>')
    .object(
      11,
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Valor) /V (100) /Rect [60 500 200 520] /P 3 0 R /AP << /N 13 0 R >> >>',
    )
    .stream(12, 'BT /F1 18 Tf 60 700 Td (Assinaturas) Tj ET')
    .stream(
      13,
      '/Tx BMC BT /F1 10 Tf (100) Tj ET EMC',
      '/Type /XObject /Subtype /Form /BBox [0 0 140 20] /Resources << /Font << /F1 6 0 R >> >>',
    )
    .object(14, '<< /Title (Contrato) /Producer (Escritorio) >>')
    .stream(15, '<x:xmpmeta/>', '/Type /Metadata /Subtype /XML')
    .object(16, '<< /Names [(anexo.txt) 17 0 R] >>')
    .object(17, '<< /Type /Filespec /F (anexo.txt) /UF (anexo.txt) /EF << /F 18 0 R >> >>')
    .stream(18, 'Anexo ao contrato', '/Type /EmbeddedFile')
    .object(
      19,
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Testemunha) /Rect [60 400 260 460] /P 3 0 R /F 4 >>',
    );
}

/** The contract as a finished file. */
export function contractFile(): Buffer {
  return contract().table('/Root 1 0 R /Info 14 0 R /ID [<c0ffee> <c0ffee>]').bytes;
}

/** The parts of a contract, whatever their numbers have become. */
export interface Roles {
  readonly catalog: PdfRef;
  readonly pages: PdfRef;
  readonly page: PdfRef;
  readonly secondPage: PdfRef;
  readonly content: PdfRef;
  readonly font: PdfRef;
  readonly cover: PdfRef;
  readonly form: PdfRef;
  readonly field: PdfRef;
  readonly emptySignature: PdfRef;
  readonly appearance: PdfRef;
  readonly attachment: PdfRef;
  readonly metadata: PdfRef;
}

/** Finds the parts by the way a reader comes to them. */
export function rolesOf(pdf: StrictPdf): Roles {
  const follow = (start: PdfDict, ...path: readonly (string | number)[]): PdfRef => {
    let value: unknown = start;
    let ref: PdfRef | undefined;
    for (const step of path) {
      const container = value instanceof Ref ? pdf.resolve(value) : value;
      const holder = container instanceof Object && 'dict' in container ? container.dict : container;
      if (typeof step === 'number' && holder instanceof PdfArray) value = holder.items[step];
      else if (typeof step === 'string' && holder instanceof PdfDict) value = holder.get(step);
      else throw new Error(`no ${step} on the way ${path.join(' ')}`);
      ref = value instanceof Ref ? value : ref;
    }
    if (!(value instanceof Ref) || !ref) throw new Error(`${path.join(' ')} is not a reference`);
    return ref;
  };
  const { catalog } = pdf;
  return {
    catalog: pdf.root,
    pages: follow(catalog, 'Pages'),
    page: follow(catalog, 'Pages', 'Kids', 0),
    secondPage: follow(catalog, 'Pages', 'Kids', 1),
    content: follow(catalog, 'Pages', 'Kids', 0, 'Contents'),
    font: follow(catalog, 'Pages', 'Kids', 0, 'Resources', 'Font', 'F1'),
    cover: follow(catalog, 'Pages', 'Kids', 0, 'Resources', 'XObject', 'Cover'),
    form: follow(catalog, 'AcroForm'),
    field: follow(catalog, 'AcroForm', 'Fields', 0),
    emptySignature: follow(catalog, 'AcroForm', 'Fields', 1),
    appearance: follow(catalog, 'AcroForm', 'Fields', 0, 'AP', 'N'),
    attachment: follow(catalog, 'Names', 'EmbeddedFiles', 'Names', 1, 'EF', 'F'),
    metadata: follow(catalog, 'Metadata'),
  };
}
