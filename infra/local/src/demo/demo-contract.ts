import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from 'pdf-lib';

const CLAUSES = [
  'As partes, de comum acordo, celebram o presente instrumento, que se rege pelas cláusulas seguintes.',
  'Cláusula primeira. O objeto deste instrumento é o descrito no título, nas condições aqui ajustadas.',
  'Cláusula segunda. O prazo é de doze meses, contados da última assinatura, e se renova por acordo escrito.',
  'Cláusula terceira. As partes admitem como válida a assinatura em meio eletrônico, na forma do artigo 10, § 2º, da Medida Provisória nº 2.200-2, de 2001.',
  'Cláusula quarta. Fica eleito o foro da comarca de Curitiba para dirimir dúvidas deste instrumento.',
];

function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (font.widthOfTextAtSize(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function write(page: PDFPage, text: string, font: PDFFont, size: number, from: number): number {
  let y = from;
  for (const textLine of wrapped(text, font, size, 475)) {
    page.drawText(textLine, { x: 60, y, size, font, color: rgb(0.12, 0.11, 0.16) });
    y -= size * 1.5;
  }
  return y - size * 0.8;
}

/** A contract with the title given; the same title gives the same bytes, so that its upload is the same file. */
export async function demoContract(title: string, pages = 2): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const regular = await document.embedFont(StandardFonts.TimesRoman);
  const bold = await document.embedFont(StandardFonts.TimesRomanBold);
  const fixed = new Date('2026-01-02T12:00:00Z');
  document.setTitle(title);
  document.setCreationDate(fixed);
  document.setModificationDate(fixed);
  for (let number = 0; number < pages; number += 1) {
    const page = document.addPage([595, 842]);
    let y = write(page, number === 0 ? title : `${title} (continuação)`, bold, 18, 770);
    for (const clause of CLAUSES) y = write(page, clause, regular, 12, y);
  }
  return Uint8Array.from(await document.save());
}
