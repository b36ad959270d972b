import { isName, PdfArray, PdfDict, PdfRef, PdfStream, type PdfValue } from '../pdf/pdf-values.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { contentProblem } from './stamp-content.ts';

/** Objects behind an appearance: fonts, pictures, masks. */
const MAX_APPEARANCE_OBJECTS = 2000;
/** A sheet of A4 scanned at 600 dots to the inch. */
const MAX_PICTURE = { pixels: 36_000_000, side: 10_000 } as const;
/** In units of its pattern: closer tiles keep readers busy without end. */
const MIN_TILE_STEP = 1;
/** References after one another: forms in forms, their fonts, the files of those. */
const MAX_APPEARANCE_DEPTH = 32;
/**
 * What would draw elsewhere, only sometimes, only on paper, or from another file (8.11, 8.10.4, 14.11.7, 8.9.5.4); DP is
 * DecodeParms to some readers.
 */
const FORBIDDEN_KEYS = ['OC', 'Properties', 'Ref', 'OPI', 'Alternates', 'PS', 'AF', 'DP'];

/**
 * Looks through all that an appearance is made of: why readers might draw it elsewhere, or otherwise than others do, or give
 * up its page; undefined when nothing is found.
 */
export function partProblem(pdf: StrictPdf, start: PdfValue): string | undefined {
  return new AppearanceParts(pdf).problemIn(start);
}

class AppearanceParts {
  readonly #pdf: StrictPdf;
  readonly #pages: ReadonlySet<number>;
  readonly #seen = new Set<number>();
  /** References on the way to what is looked at. */
  readonly #above = new Set<number>();

  constructor(pdf: StrictPdf) {
    this.#pdf = pdf;
    this.#pages = new Set(pdf.pages.map(({ ref }) => ref.num));
  }

  problemIn(value: PdfValue): string | undefined {
    if (value instanceof PdfRef) return this.#referred(value);
    if (value instanceof PdfArray) return first(value.items, (item) => this.problemIn(item));
    if (value instanceof PdfStream) return this.#streamProblem(value) ?? this.problemIn(value.dict);
    return value instanceof PdfDict ? this.#dictProblem(value) : undefined;
  }

  #referred(ref: PdfRef): string | undefined {
    // What draws itself has MuPDF give up the page.
    if (this.#above.has(ref.num)) return 'its appearance leads to itself';
    if (this.#seen.has(ref.num)) return undefined;
    this.#seen.add(ref.num);
    if (this.#seen.size > MAX_APPEARANCE_OBJECTS) return 'its appearance has too many parts';
    if (this.#above.size > MAX_APPEARANCE_DEPTH) return 'its appearance is too deep';
    if (this.#pages.has(ref.num)) return 'its appearance leads to a page';
    this.#above.add(ref.num);
    const problem = this.problemIn(this.#pdf.resolve(ref));
    this.#above.delete(ref.num);
    return problem;
  }

  #streamProblem(stream: PdfStream): string | undefined {
    const { dict } = stream;
    if (dict.has('F')) return 'its appearance is in another file';
    const subtype = this.#pdf.resolve(dict.get('Subtype'));
    if (isName(subtype, 'PS')) return 'its appearance is PostScript';
    if (isName(subtype, 'Image')) return this.#pictureProblem(dict);
    const isTile = this.#pdf.resolve(dict.get('PatternType')) === 1;
    if (isTile && !['XStep', 'YStep'].every((key) => this.#size(dict, key) >= MIN_TILE_STEP))
      return 'its appearance has tiles without number';
    return isTile || isName(subtype, 'Form') ? contentProblem(this.#pdf, stream, false) : undefined;
  }

  /** A picture that a reader has no memory for takes the page with it in pdf.js and Poppler. */
  #pictureProblem(dict: PdfDict): string | undefined {
    const [width, height] = [this.#size(dict, 'Width'), this.#size(dict, 'Height')];
    const fits = width * height <= MAX_PICTURE.pixels && Math.max(width, height) <= MAX_PICTURE.side;
    return fits ? undefined : 'its appearance has a picture that is too large';
  }

  #size(dict: PdfDict, key: string): number {
    const value = this.#pdf.resolve(dict.get(key));
    return typeof value === 'number' ? Math.abs(value) : Number.NaN;
  }

  #dictProblem(dict: PdfDict): string | undefined {
    const { entries } = dict;
    const forbidden = FORBIDDEN_KEYS.find((key) => entries.has(key));
    if (forbidden) return `its appearance has ${forbidden}`;
    const isType3 = isName(this.#pdf.resolve(dict.get('Subtype')), 'Type3');
    return (
      (isType3 ? this.#glyphProblem(dict) : undefined) ??
      first(entries.values(), (entry) => this.problemIn(entry.value))
    );
  }

  #glyphProblem(font: PdfDict): string | undefined {
    const glyphs = this.#pdf.resolve(font.get('CharProcs'));
    if (!(glyphs instanceof PdfDict)) return undefined;
    return first(glyphs.entries.values(), ({ value }) => {
      const glyph = this.#pdf.resolve(value);
      return glyph instanceof PdfStream ? contentProblem(this.#pdf, glyph, true) : undefined;
    });
  }
}

function first<Item>(
  items: Iterable<Item>,
  problemOf: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
