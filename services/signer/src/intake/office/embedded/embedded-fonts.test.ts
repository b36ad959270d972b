import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, expect, it } from 'vitest';

import { docxFile, p, r, section } from '../../../testing/office/samples/docx-file.ts';
import { embeddedOffice } from '../../../testing/office/samples/embedded-office.ts';

const office = embeddedOffice();
afterAll(() => office.close());

/** The first document waits for a start, which on a machine that has much else to do takes 25 s. */
const PATIENCE = { timeout: 150_000 };

/** What a PDF says of the one font in it: its name, and the widths of a text's letters in thousandths of its size. */
async function fontOf(font: string, text: string): Promise<{ name: string; widths: number[] }> {
  const rPr = `<w:rFonts w:ascii="${font}" w:hAnsi="${font}"/>`;
  // Alone in its document: what a document of all of them has proves nothing of one.
  const file = docxFile({ document: p(r(text, rPr)) + section() });
  const { pdf } = await office.run({ file, type: 'docx' });
  const raw = Buffer.from(pdf ?? []).toString('latin1');
  const names = Array.from(raw.matchAll(/\/BaseFont\s*\/[A-Z]{6}\+([\w-]+)/g), ([, name = '']) => name);
  expect(new Set(names).size, font).toBe(1);
  // Codes are given as letters come first; 0 is the glyph for what the font lacks.
  const [, ...widths] = (/\/Widths\s*\[([^\]]*)\]/.exec(raw)?.[1] ?? '').trim().split(/\s+/).map(Number);
  return { name: names[0] ?? '', widths };
}

it.each([
  ['Arial', 'LiberationSans'],
  ['Times New Roman', 'LiberationSerif'],
  ['Courier New', 'LiberationMono'],
  ['Arial Narrow', 'LiberationSansNarrow'],
  ['Calibri', 'Carlito'],
  ['Cambria', 'Caladea-Regular'],
  ['Verdana', 'DejaVuSans'],
  ['Tahoma', 'DejaVuSans'],
  // Not metric-compatible: lines may break elsewhere.
  ['Georgia', 'NotoSerif-Regular'],
])('names for %s the font %s', PATIENCE, async (font, standIn) => {
  expect((await fontOf(font, 'Contrato de locação')).name).toBe(standIn);
});

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Of Helvetica, Times and Courier, whose widths Arial, Times New Roman and Courier New have (Adobe's AFM files). */
const afmWidths = async (font: StandardFonts): Promise<number[]> => {
  const known = await (await PDFDocument.create()).embedFont(font);
  return Array.from(LETTERS, (letter) => Math.round(known.widthOfTextAtSize(letter, 1000)));
};
/** As PDFs state them that embed Microsoft's own fonts. */
const WORD_WIDTHS = {
  Calibri:
    '479 525 423 525 498 305 471 525 229 239 455 229 799 525 527 525 525 349 391 335 525 452 715 433 453 395',
  Cambria:
    '488 547 441 555 488 303 494 552 278 266 524 271 832 558 531 556 547 414 430 338 552 504 774 483 504 455',
};

it.each([
  ['Arial', () => afmWidths(StandardFonts.Helvetica)],
  ['Times New Roman', () => afmWidths(StandardFonts.TimesRoman)],
  ['Courier New', () => afmWidths(StandardFonts.Courier)],
  ['Calibri', () => WORD_WIDTHS.Calibri.split(' ').map(Number)],
  ['Cambria', () => WORD_WIDTHS.Cambria.split(' ').map(Number)],
])('draws small letters of %s at the widths of the original', PATIENCE, async (font, original) => {
  const { widths } = await fontOf(font, LETTERS);
  const expected = await original();
  expect(widths).toHaveLength(expected.length);
  // LibreOffice cuts fractions off.
  for (const [at, width] of expected.entries())
    expect(Math.abs((widths[at] ?? 0) - width), LETTERS[at]).toBeLessThanOrEqual(1);
});
