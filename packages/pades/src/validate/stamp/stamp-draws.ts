import type { StrictPdf } from '../../pdf/strict-pdf.ts';
import { isName, PdfDict, PdfStream, type PdfValue } from '../../pdf/syntax/pdf-values.ts';
import type { ContentUse, ResourceKind } from './stamp-content.ts';

/** What a stamp may have a reader do, counted through forms in forms, glyphs and dashes: seconds of the slowest. */
const MAX_DRAWS = 100_000;
/** A group or a soft mask is a bitmap of its own, a shading a function at each of its pixels; in draws. */
const DRAWS_OF_A_GROUP = 300;
const DRAWS_OF_A_SHADING = 500;
/** Readers scale all of a picture at each use. */
const PIXELS_OF_A_DRAW = 1000;
/** The content streams behind an appearance, as they were read. */
export interface StampContents {
  readonly uses: Map<PdfStream, ContentUse>;
  readonly glyphs: Set<PdfStream>;
}

/**
 * Why readers might be busy with an appearance for ever; undefined when what it draws comes to no more than
 * {@link MAX_DRAWS}. Counts the most that any reader may take it for: each character the costliest glyph.
 */
export function drawsProblem(
  pdf: StrictPdf,
  appearance: PdfStream,
  contents: StampContents,
): string | undefined {
  try {
    const draws = new DrawCount(pdf, contents).drawsOf(appearance);
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
  readonly #known = new Map<PdfStream, number>();
  readonly #perLine: number;
  #perPaint = 1;
  #perCharacter = 1;

  constructor(pdf: StrictPdf, contents: StampContents) {
    this.#pdf = pdf;
    this.#contents = contents;
    const all = [...contents.uses.values()];
    const dash = Math.min(...all.map(({ shortestDash }) => shortestDash));
    // A line from end to end of what its numbers reach.
    this.#perLine = 1 + (2 * Math.max(...all.map(({ largest }) => largest))) / dash;
    const perGlyph = Math.max(0, ...[...contents.glyphs].map((glyph) => this.#drawsOfGlyph(glyph)));
    this.#perPaint = all.some(({ names }) => names.has('Pattern')) ? 1 + DRAWS_OF_A_SHADING : 1;
    this.#perCharacter = (1 + perGlyph) * this.#perPaint;
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

  /** Lines alone: what is in a glyph is drawn with each of its characters, and where readers look for its names differs. */
  #drawsOfGlyph(glyph: PdfStream): number {
    const use = this.#contents.uses.get(glyph);
    if (!use || use.names.size > 0) throw new Uncountable('its glyph has parts of its own');
    return use.operators + use.lines * (this.#perLine - 1) + use.shownBytes;
  }
}
