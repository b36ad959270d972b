import type { Rectangle } from '../pdf/page-tree.ts';
import { isName, PdfDict, PdfStream, type PdfValue } from '../pdf/pdf-values.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import type { ContentUse, ResourceKind } from './stamp-content.ts';
import { rectangleOf, sizeOf, uprightScale } from './stamp-geometry.ts';

/** What a stamp may have a reader do, counted through forms in forms, tiles, glyphs and dashes: seconds of the slowest. */
const MAX_DRAWS = 100_000;
/** A group or a soft mask is a bitmap of its own, a shading a function at each of its pixels; in draws. */
const DRAWS_OF_A_GROUP = 300;
const DRAWS_OF_A_SHADING = 500;
/** Readers scale all of a picture at each use. */
const PIXELS_OF_A_DRAW = 1000;
/** In units of its pattern: closer tiles keep readers busy without end. */
const MIN_TILE_STEP = 1;
/** A tile is drawn whole, on a bitmap of its size, however little of it is seen; times the stamp. */
const MAX_TILE_SIZE = 4;
/** Steps are rounded. */
const TOLERANCE = 0.5;

/** The content streams behind an appearance, as they were read. */
export interface StampContents {
  readonly uses: Map<PdfStream, ContentUse>;
  readonly tiles: Set<PdfStream>;
  readonly glyphs: Set<PdfStream>;
}

/**
 * Why readers might be busy with an appearance for ever; undefined when what it draws comes to no more than
 * {@link MAX_DRAWS}. Counts the most that any reader may take it for: each path painted with the costliest tile, each
 * character the costliest glyph.
 */
export function drawsProblem(
  pdf: StrictPdf,
  appearance: PdfStream,
  contents: StampContents,
  rectangle: Rectangle,
): string | undefined {
  try {
    const draws = new DrawCount(pdf, contents, rectangle).drawsOf(appearance);
    return draws <= MAX_DRAWS ? undefined : 'its appearance draws too much';
  } catch (error) {
    if (error instanceof Uncountable) return error.message;
    throw error;
  }
}

/** Readers may differ on what is drawn how often. */
class Uncountable extends Error {}

class DrawCount {
  readonly #pdf: StrictPdf;
  readonly #contents: StampContents;
  /** Width and height that no form's box and not the stamp goes over: readers differ on whose space tiles are in. */
  readonly #width: number;
  readonly #height: number;
  readonly #known = new Map<PdfStream, number>();
  readonly #perLine: number;
  #perPaint = 1;
  #perCharacter = 1;

  constructor(pdf: StrictPdf, contents: StampContents, rectangle: Rectangle) {
    this.#pdf = pdf;
    this.#contents = contents;
    const { uses, tiles, glyphs } = contents;
    const forms = [...uses.keys()].filter((stream) => !tiles.has(stream) && !glyphs.has(stream));
    const sizes = [sizeOf(rectangle), ...forms.map(({ dict }) => sizeOf(boxOf(dict)))];
    this.#width = Math.max(...sizes.map(({ width }) => width));
    this.#height = Math.max(...sizes.map(({ height }) => height));
    const all = [...uses.values()];
    const dash = Math.min(...all.map(({ shortestDash }) => shortestDash));
    this.#perLine = 1 + (2 * Math.max(...all.map(({ largest }) => largest))) / dash;
    const perTile = Math.max(0, ...[...tiles].map((tile) => this.#tilesOf(tile.dict) * this.#inPart(tile)));
    const perGlyph = Math.max(0, ...[...glyphs].map((glyph) => this.#inPart(glyph)));
    const hasPatterns = all.some(({ names }) => names.has('Pattern'));
    this.#perPaint = 1 + perTile + (hasPatterns ? DRAWS_OF_A_SHADING : 0);
    this.#perCharacter = (1 + perGlyph) * this.#perPaint;
    // They were counted as parts, which paint with no tile.
    this.#known.clear();
  }

  drawsOf(stream: PdfStream): number {
    const known = this.#known.get(stream);
    if (known !== undefined) return known;
    const use = this.#contents.uses.get(stream);
    if (!use) throw new Uncountable('its drawing uses what is no form');
    let draws = this.#ownDraws(use) + (stream.dict.has('Group') ? DRAWS_OF_A_GROUP : 0);
    for (const [kind, names] of use.names)
      for (const [name, times] of names) draws += times * this.#drawsOfResource(stream.dict, kind, name);
    this.#known.set(stream, draws);
    return draws;
  }

  #ownDraws({ operators, lines, paints, shownBytes }: ContentUse): number {
    return (
      operators +
      lines * (this.#perLine - 1) +
      paints * (this.#perPaint - 1) +
      shownBytes * this.#perCharacter * this.#perLine
    );
  }

  #resource(dict: PdfDict, kind: ResourceKind, name: string): PdfValue {
    const resources = this.#pdf.resolve(dict.get('Resources'));
    const category = resources instanceof PdfDict ? this.#pdf.resolve(resources.get(kind)) : null;
    const value = category instanceof PdfDict ? this.#pdf.resolve(category.get(name)) : null;
    // Some readers go on to look in the resources of the form around it, others in those of the page.
    if (value === null) throw new Uncountable(`its drawing names a resource that it does not have`);
    return value;
  }

  #drawsOfResource(dict: PdfDict, kind: ResourceKind, name: string): number {
    const value = this.#resource(dict, kind, name);
    if (kind === 'Shading') return DRAWS_OF_A_SHADING;
    if (kind === 'XObject' && value instanceof PdfStream)
      return this.#isPicture(value) ? this.#drawsOfPicture(value.dict) : this.drawsOf(value);
    if (kind !== 'ExtGState' || !(value instanceof PdfDict)) return 0;
    if (value.has('D')) throw new Uncountable('its drawing has dashes in a state');
    const mask = this.#pdf.resolve(value.get('SMask'));
    const group = mask instanceof PdfDict ? this.#pdf.resolve(mask.get('G')) : null;
    return group instanceof PdfStream ? DRAWS_OF_A_GROUP + this.drawsOf(group) : 0;
  }

  #isPicture({ dict }: PdfStream): boolean {
    return isName(this.#pdf.resolve(dict.get('Subtype')), 'Image');
  }

  #drawsOfPicture(dict: PdfDict): number {
    const [width, height] = ['Width', 'Height'].map((key) => this.#pdf.resolve(dict.get(key)));
    const mask = this.#pdf.resolve(dict.get('SMask') ?? dict.get('Mask'));
    const ofMask: number = mask instanceof PdfStream ? this.#drawsOfPicture(mask.dict) : 0;
    return 1 + ((width as number) * (height as number)) / PIXELS_OF_A_DRAW + ofMask;
  }

  /** A tile or a glyph has lines, texts and pictures of its own alone: what is in it is drawn at each of its places. */
  #inPart(part: PdfStream): number {
    const use = this.#contents.uses.get(part);
    if (!use) throw new Uncountable('its drawing cannot be read');
    const isGlyph = this.#contents.glyphs.has(part);
    for (const [kind, names] of use.names)
      for (const name of names.keys())
        if (isGlyph || !this.#isPlain(kind, this.#resource(part.dict, kind, name)))
          throw new Uncountable(`its ${isGlyph ? 'glyph' : 'tile'} has parts of its own`);
    return this.drawsOf(part);
  }

  #isPlain(kind: ResourceKind, value: PdfValue): boolean {
    if (kind === 'XObject') return value instanceof PdfStream && this.#isPicture(value);
    if (kind === 'Font') return value instanceof PdfDict && !isName(value.get('Subtype'), 'Type3');
    if (kind === 'ExtGState') return value instanceof PdfDict && !value.has('SMask') && !value.has('Font');
    return false;
  }

  #tilesOf(dict: PdfDict): number {
    const { width, height } = sizeOf(boxOf(dict));
    const steps = ['XStep', 'YStep'].map((key) => this.#pdf.resolve(dict.get(key)));
    const [xStep, yStep] = steps.map((step) => (typeof step === 'number' ? Math.abs(step) : 0));
    const scale = uprightScale(dict.get('Matrix'));
    if (dict.has('Matrix') && !scale) throw new Uncountable('its tiles are slanted');
    if (!xStep || !yStep || Math.min(xStep, yStep) < MIN_TILE_STEP)
      throw new Uncountable('its appearance has tiles without number');
    // 8.7.3.1: in which order they are painted is not said.
    if (width > xStep + TOLERANCE || height > yStep + TOLERANCE)
      throw new Uncountable('its tiles lie upon one another');
    const { x, y, isTurned } = scale ?? { x: 1, y: 1, isTurned: false };
    const [across, up] = isTurned ? [this.#height, this.#width] : [this.#width, this.#height];
    if (width * x > across * MAX_TILE_SIZE || height * y > up * MAX_TILE_SIZE)
      throw new Uncountable('its tiles are much larger than itself');
    return (1 + Math.ceil(across / (xStep * x))) * (1 + Math.ceil(up / (yStep * y)));
  }
}

function boxOf(dict: PdfDict): Rectangle {
  const box = rectangleOf(dict.get('BBox'));
  if (!box) throw new Uncountable('a part of its appearance has no bounding box');
  return box;
}
