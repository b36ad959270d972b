import type { EmbeddedFont } from '../pdf/embedded-font.ts';
import { textString } from '../pdf/pdf-writer.ts';
import type { RasterImage } from '../pdf/raster-image.ts';
import type { StructureElement } from '../pdf/structure-tree.ts';
import type { Color, Owner, TaggedPage } from '../pdf/tagged-page.ts';
import { TaggedPdf } from '../pdf/tagged-pdf.ts';
import { embedInter, type Weight } from './inter-font.ts';
import { atMost, clipped, numberOf, runsOf, STAND_IN, widthOf, wrapText } from './text-layout.ts';

/** A4 in points (ISO 216: 210 × 297 mm); what is drawn keeps clear of where office printers do not reach. */
export const PAGE = { width: 595.28, height: 841.89, side: 50, foot: 58 } as const;
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.side;

const hex = (text: string): Color =>
  [1, 3, 5]
    .map((at) => String(Math.round((Number.parseInt(text.slice(at, at + 2), 16) / 255) * 1000) / 1000))
    .join(' ') as Color;

/** Text has at least 7:1 on white; nothing is said by colour alone, for most copies are printed in black. */
export const COLORS = {
  ink: hex('#17171f'),
  muted: hex('#4d4d5e'),
  line: hex('#b9b9c6'),
  faint: hex('#dedee6'),
  panel: hex('#f3f3f7'),
  accent: hex('#4a24cc'),
  white: hex('#ffffff'),
} as const;

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: Color;
  /** Distance between baselines, points. */
  readonly leading: number;
  /** How far letters lean to the right: the tangent of the angle. */
  readonly slant?: number;
}

export interface Look {
  readonly fill?: Color;
  readonly stroke?: Color;
  readonly width?: number;
  readonly radius?: number;
  readonly dash?: number;
}

/** Pages that fill from the top; `y` is the distance from the top of the page down to what comes next. */
export class Canvas {
  readonly pdf: TaggedPdf<Weight>;
  /** Where content starts on the first page and on those after it. */
  readonly #tops: readonly [first: number, later: number];
  #page: TaggedPage | undefined;
  #owner: Owner | undefined;
  /** Whether any character had to be drawn by its number. */
  standsIn = false;
  y = 0;

  private constructor(fonts: Record<Weight, EmbeddedFont>, tops: readonly [number, number]) {
    this.pdf = new TaggedPdf([PAGE.width, PAGE.height], fonts);
    this.#tops = tops;
  }

  static async open(tops: readonly [first: number, later: number]): Promise<Canvas> {
    return new Canvas(await embedInter(), tops);
  }

  /** The root of the structure: what is added to it first is read first. */
  get root(): StructureElement {
    return this.pdf.structure.document;
  }

  get page(): TaggedPage {
    return this.#page ?? this.addPage();
  }

  addPage(): TaggedPage {
    this.#page = this.pdf.addPage();
    this.y = this.#tops[Math.min(this.#page.index, 1)] as number;
    return this.#page;
  }

  /** Turns back to a page that was left, to draw what could not be known then. */
  turnTo(page: TaggedPage): void {
    this.#page = page;
  }

  /** Room left on this page, points. */
  get room(): number {
    return PAGE.height - PAGE.foot - this.y;
  }

  /** Room on a later page that holds nothing yet, points. */
  get roomOfPage(): number {
    return PAGE.height - PAGE.foot - this.#tops[1];
  }

  /** Goes on to a new page unless `height` fits on this one. */
  reserve(height: number): void {
    if (this.#page === undefined || height > this.room) this.addPage();
  }

  /** All that `draw` draws belongs to that element of the structure. */
  within(owner: Owner, draw: () => void): void {
    const before = this.#owner;
    this.#owner = owner;
    draw();
    this.#owner = before;
  }

  /** All that `draw` draws is decoration, or is said elsewhere. */
  decoration(draw: () => void): void {
    this.within('artifact', draw);
  }

  wrap(text: string, width: number, style: TextStyle, maximum = Number.POSITIVE_INFINITY): readonly string[] {
    return atMost(wrapText(text, width / style.size, this.#font(style)), maximum);
  }

  clip(text: string, width: number, style: TextStyle): string {
    return clipped(text, width / style.size, this.#font(style));
  }

  widthOf(text: string, style: TextStyle): number {
    return widthOf(text, this.#font(style)) * style.size;
  }

  /** Draws lines downwards from `top`: capitals stand in the middle of their line. */
  lines(texts: readonly string[], x: number, top: number, style: TextStyle): void {
    texts.forEach((text, index) => {
      const baseline = top + index * style.leading + style.leading / 2 + style.size * 0.364;
      this.#line(text, x, baseline, style);
    });
  }

  #line(text: string, x: number, baseline: number, style: TextStyle): void {
    const { size, weight = 'regular', color = COLORS.ink, slant } = style;
    const font = this.#font(style);
    let at = x;
    for (const run of runsOf(text, font)) {
      if ('text' in run) {
        this.page.text(this.#drawer, weight, size, at, baseline, color, font.encode(run.text), slant);
        // Blanks within a line count, at its end they do no harm.
        at += (widthOf(`${run.text}.`, font) - widthOf('.', font)) * size;
      } else {
        this.#standIn(run.missing, at, baseline, style);
        at += widthOf(run.missing, font) * size;
      }
    }
  }

  #standIn(character: string, x: number, baseline: number, style: TextStyle): void {
    const { size, weight = 'regular', color = COLORS.ink } = style;
    const font = this.#font(style);
    const text = numberOf(character);
    const width = widthOf(character, font) * size - 2 * STAND_IN.gap * size;
    const left = x + STAND_IN.gap * size;
    this.standsIn = true;
    this.page.standIn(this.#drawer, textString(character), () => {
      const inner = left + STAND_IN.padding * size;
      this.page.text(
        this.#drawer,
        weight,
        size * STAND_IN.size,
        inner,
        baseline - size * 0.11,
        color,
        font.encode(text),
      );
      const frame = roundedRectangle(left, baseline - size * 0.74, width, size * 0.76, size * 0.14);
      this.page.path(this.#drawer, frame, { stroke: color, width: 0.4 });
    });
  }

  /** A rectangle; `top` is its upper edge. */
  panel(x: number, top: number, width: number, height: number, look: Look): void {
    this.page.path(this.#drawer, roundedRectangle(x, top, width, height, look.radius ?? 0), look);
  }

  /** A path in coordinates that count from the page's upper left corner down. */
  path(path: string, look: Look): void {
    this.page.path(this.#drawer, path, look);
  }

  rule(top: number, color: Color = COLORS.faint, x: number = PAGE.side, width: number = CONTENT_WIDTH): void {
    this.page.path(this.#drawer, `${x} ${top} m ${x + width} ${top} l`, { stroke: color, width: 0.6 });
  }

  image(image: RasterImage, x: number, top: number, width: number, height: number): void {
    this.page.image(this.#drawer, this.pdf.addImage(image), x, top, width, height);
  }

  /** Makes an area of the current page open `url`. */
  link(owner: StructureElement, url: string, contents: string, area: Area): void {
    this.pdf.addLink(this.page, owner, url, contents, boxOf(area));
  }

  get #drawer(): Owner {
    if (this.#owner === undefined)
      throw new Error('nothing is drawn that is not part of the structure, nor decoration');
    return this.#owner;
  }

  #font({ weight = 'regular' }: TextStyle): EmbeddedFont {
    return this.pdf.fonts[weight];
  }
}

export interface Area {
  readonly x: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Left, bottom, right, top from the page's lower left corner. */
export function boxOf({ x, top, width, height }: Area): [number, number, number, number] {
  return [x, PAGE.height - top - height, x + width, PAGE.height - top];
}

/** Height of that many lines, points. */
export const heightOf = (lines: readonly string[], { leading }: TextStyle): number => lines.length * leading;

const round = (value: number): number => Math.round(value * 100) / 100;
/** How far the handles of a cubic curve stand off to make a quarter of a circle. */
const KAPPA = 0.5523;

function roundedRectangle(x: number, top: number, width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  if (r === 0) return [x, top, width, height].map(round).join(' ').concat(' re');
  const k = r * (1 - KAPPA);
  const [right, bottom] = [x + width, top + height];
  const points = (...values: number[]): string => values.map(round).join(' ');
  return [
    `${points(x + r, top)} m ${points(right - r, top)} l`,
    `${points(right - k, top, right, top + k, right, top + r)} c ${points(right, bottom - r)} l`,
    `${points(right, bottom - k, right - k, bottom, right - r, bottom)} c ${points(x + r, bottom)} l`,
    `${points(x + k, bottom, x, bottom - k, x, bottom - r)} c ${points(x, top + r)} l`,
    `${points(x, top + k, x + k, top, x + r, top)} c h`,
  ].join(' ');
}

/** A circle as a path. */
export const circle = (x: number, y: number, radius: number): string =>
  roundedRectangle(x - radius, y - radius, radius * 2, radius * 2, radius);
