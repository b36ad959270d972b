import { PDFDocument, rgb, type Color, type PDFFont, type PDFPage } from 'pdf-lib';

import { embedInter, type Weight } from './inter-font.ts';

/** A4 in points (ISO 216: 210 × 297 mm). */
export const PAGE = { width: 595.28, height: 841.89, margin: 44, footer: 46 } as const;
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;

const hex = (text: string): Color => {
  const value = Number.parseInt(text.slice(1), 16);
  return rgb((value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255);
};

/** Colours with at least 4.5:1 on white for text. */
export const COLORS = {
  ink: hex('#1a1a2b'),
  muted: hex('#5d5d75'),
  line: hex('#e4e3ee'),
  panel: hex('#f7f6fc'),
  primary: hex('#5e35e6'),
  primarySoft: hex('#ece7fd'),
  success: hex('#11734b'),
  successSoft: hex('#e0f4ea'),
  danger: hex('#b3261e'),
  dangerSoft: hex('#fbe6e4'),
  white: hex('#ffffff'),
} as const;

export interface TextStyle {
  size: number;
  weight?: Weight;
  color?: Color;
  /** Distance between baselines as a multiple of the size. */
  leading?: number;
}

/** Pages that fill from the top; `y` is the distance from the top of the page down to what comes next. */
export class Canvas {
  readonly pdf: PDFDocument;
  readonly #fonts: Record<Weight, PDFFont>;
  readonly #widths = new Map<string, number>();
  readonly pages: PDFPage[] = [];
  y = 0;

  private constructor(pdf: PDFDocument, fonts: Record<Weight, PDFFont>) {
    this.pdf = pdf;
    this.#fonts = fonts;
  }

  static async open(): Promise<Canvas> {
    const pdf = await PDFDocument.create();
    return new Canvas(pdf, await embedInter(pdf));
  }

  get page(): PDFPage {
    return this.pages.at(-1) ?? this.addPage();
  }

  addPage(): PDFPage {
    const page = this.pdf.addPage([PAGE.width, PAGE.height]);
    this.pages.push(page);
    this.y = PAGE.margin;
    return page;
  }

  /** Room left on this page, points. */
  get room(): number {
    return PAGE.height - PAGE.footer - this.y;
  }

  /** Goes on to a new page unless `height` fits on this one. */
  reserve(height: number): void {
    if (this.pages.length === 0 || height > this.room) this.addPage();
  }

  /** Lines of at most `width` points, broken between words, and within those that are too long for a line. */
  wrap(text: string, width: number, style: TextStyle): string[] {
    return text.split('\n').flatMap((line) => this.#wrapLine(line, width, style));
  }

  #wrapLine(text: string, width: number, style: TextStyle): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of printable(text).split(' ')) {
      const joined = line === '' ? word : `${line} ${word}`;
      if (this.widthOf(joined, style) <= width) {
        line = joined;
        continue;
      }
      if (line !== '') lines.push(line);
      line = this.#breakWord(word, width, style, lines);
    }
    return line === '' && lines.length > 0 ? lines : [...lines, line];
  }

  #breakWord(word: string, width: number, style: TextStyle, lines: string[]): string {
    let line = '';
    for (const character of word) {
      if (line !== '' && this.widthOf(line + character, style) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
    return line;
  }

  widthOf(text: string, { size, weight = 'regular' }: TextStyle): number {
    const key = `${weight}${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      width = this.#fonts[weight].widthOfTextAtSize(text, 1000);
      this.#widths.set(key, width);
    }
    return (width * size) / 1000;
  }

  /** Height of that many lines, points. */
  heightOf(lines: number, { size, leading = 1.4 }: TextStyle): number {
    return lines * size * leading;
  }

  /** Draws lines downwards from `top`; the first baseline stands where capitals fill the line's middle. */
  lines(texts: readonly string[], x: number, top: number, style: TextStyle): void {
    this.linesOn(this.page, texts, x, top, style);
  }

  /** As {@link lines}, on a page already left. */
  linesOn(page: PDFPage, texts: readonly string[], x: number, top: number, style: TextStyle): void {
    const { size, weight = 'regular', color = COLORS.ink, leading = 1.4 } = style;
    texts.forEach((text, index) => {
      if (text === '') return;
      const baseline = top + index * size * leading + size * (leading / 2 + 0.36);
      page.drawText(text, { x, y: PAGE.height - baseline, size, font: this.#fonts[weight], color });
    });
  }

  /** A rectangle with rounded corners; `top` is its upper edge. */
  panel(
    x: number,
    top: number,
    width: number,
    height: number,
    look: { fill?: Color; line?: Color; radius?: number },
  ): void {
    const { fill, line, radius = 6 } = look;
    const r = Math.min(radius, width / 2, height / 2);
    const path =
      `M ${r} 0 H ${width - r} Q ${width} 0 ${width} ${r} V ${height - r} Q ${width} ${height} ${width - r} ${height} ` +
      `H ${r} Q 0 ${height} 0 ${height - r} V ${r} Q 0 0 ${r} 0 Z`;
    this.page.drawSvgPath(path, {
      x,
      y: PAGE.height - top,
      ...(fill ? { color: fill } : {}),
      ...(line ? { borderColor: line, borderWidth: 0.75 } : {}),
    });
  }

  rule(x: number, top: number, width: number, color: Color = COLORS.line): void {
    this.ruleOn(this.page, x, top, width, color);
  }

  ruleOn(page: PDFPage, x: number, top: number, width: number, color: Color = COLORS.line): void {
    const y = PAGE.height - top;
    page.drawLine({ start: { x, y }, end: { x: x + width, y }, thickness: 0.75, color });
  }
}

/** One line of visible text: characters that draw nothing, or move others about, are left out. */
export function printable(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(/\p{C}/gu, '').trim();
}
