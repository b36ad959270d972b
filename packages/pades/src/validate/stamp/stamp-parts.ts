import type { StrictPdf } from '../../pdf/strict-pdf.ts';
import {
  isName,
  PdfArray,
  PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  type PdfValue,
} from '../../pdf/syntax/pdf-values.ts';
import { type ContentUse, readContent } from './stamp-content.ts';
import { drawsProblem } from './stamp-draws.ts';
import { rectangleOf } from './stamp-geometry.ts';
import { numberProblem, sizeProblem, unpackedProblem } from './stamp-limits.ts';

/** Objects behind an appearance: fonts, pictures, masks. */
const MAX_APPEARANCE_OBJECTS = 2000;
/** The same with each counted as often as it is led to: readers read functions in functions anew at each. */
const MAX_APPEARANCE_PATHS = 20_000;
/** A sheet of A4 scanned at 600 dots to the inch. */
const MAX_PICTURE = { pixels: 36_000_000, side: 10_000 } as const;
/** References after one another: forms in forms, their fonts, the files of those. */
const MAX_APPEARANCE_DEPTH = 32;
/**
 * What would draw elsewhere, only sometimes, only on paper, or from another file (8.11, 8.10.4, 14.11.7, 8.9.5.4); DP is
 * DecodeParms to some readers.
 */
const FORBIDDEN_KEYS = ['OC', 'Properties', 'Ref', 'OPI', 'Alternates', 'PS', 'AF', 'DP'];

/** What a state says of the device (Table 57): by names alone, or a halftone has Ghostscript print no page. */
const DEVICE_KEYS = ['HT', 'TR', 'TR2', 'BG', 'BG2', 'UCR', 'UCR2'];

/**
 * Looks through all that an appearance is made of: why readers might draw it elsewhere, or otherwise than others do, or give
 * up its page; undefined when nothing is found.
 */
export function partProblem(pdf: StrictPdf, appearances: PdfValue, normal: PdfStream): string | undefined {
  const parts = new AppearanceParts(pdf);
  return parts.problemIn(appearances) ?? drawsProblem(pdf, normal, parts.contents);
}

class AppearanceParts {
  readonly #pdf: StrictPdf;
  readonly #pages: ReadonlySet<number>;
  /** Of each object looked at: how many there are behind it, itself included. */
  readonly #sizes = new Map<number, number>();
  #paths = 0;
  /** References on the way to what is looked at. */
  readonly #above = new Set<number>();
  readonly contents = {
    uses: new Map<PdfStream, ContentUse>(),
    glyphs: new Set<PdfStream>(),
  };

  constructor(pdf: StrictPdf) {
    this.#pdf = pdf;
    this.#pages = new Set(pdf.pages.map(({ ref }) => ref.num));
  }

  problemIn(value: PdfValue): string | undefined {
    if (value instanceof PdfRef) return this.#referred(value);
    if (value instanceof PdfArray) return first(value.items, (item) => this.problemIn(item));
    if (value instanceof PdfStream) return this.#streamProblem(value) ?? this.problemIn(value.dict);
    if (value instanceof PdfDict) return this.#dictProblem(value);
    return typeof value === 'number' ? numberProblem(value) : undefined;
  }

  #referred(ref: PdfRef): string | undefined {
    // What draws itself has MuPDF give up the page.
    if (this.#above.has(ref.num)) return 'its appearance leads to itself';
    const known = this.#sizes.get(ref.num);
    const before = this.#paths;
    this.#paths += known ?? 1;
    if (this.#paths > MAX_APPEARANCE_PATHS) return 'its appearance has parts in parts without end';
    if (known !== undefined) return undefined;
    this.#sizes.set(ref.num, 1);
    if (this.#sizes.size > MAX_APPEARANCE_OBJECTS) return 'its appearance has too many parts';
    if (this.#above.size > MAX_APPEARANCE_DEPTH) return 'its appearance is too deep';
    if (this.#pages.has(ref.num)) return 'its appearance leads to a page';
    this.#above.add(ref.num);
    const problem = this.problemIn(this.#pdf.resolve(ref));
    this.#above.delete(ref.num);
    this.#sizes.set(ref.num, this.#paths - before);
    return problem;
  }

  #streamProblem(stream: PdfStream): string | undefined {
    const { dict } = stream;
    if (dict.has('F')) return 'its appearance is in another file';
    const subtype = this.#pdf.resolve(dict.get('Subtype'));
    if (isName(subtype, 'PS')) return 'its appearance is PostScript';
    if (isName(subtype, 'Image')) return this.#pictureProblem(dict) ?? unpackedProblem(this.#pdf, stream);
    // 8.7.3: how many tiles there are is a matter of the clip to some, of the path to MuPDF, each of them drawn anew.
    if (this.#pdf.resolve(dict.get('PatternType')) === 1) return 'its appearance has tiles';
    if (!isName(subtype, 'Form')) return unpackedProblem(this.#pdf, stream);
    // 8.10.2; and outside its box a reader that knows none would draw.
    if (!rectangleOf(dict.get('BBox'))) return 'a part of its appearance has no bounding box';
    return this.#contentProblem(stream);
  }

  #contentProblem(stream: PdfStream, isGlyph = false): string | undefined {
    const use = readContent(this.#pdf, stream, isGlyph);
    if (typeof use === 'string') return use;
    this.contents.uses.set(stream, use);
    return undefined;
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
    const ofDevice = DEVICE_KEYS.find(
      (key) => entries.has(key) && !(this.#pdf.resolve(dict.get(key)) instanceof PdfName),
    );
    if (ofDevice) return `its appearance has ${ofDevice}`;
    const tooLarge = sizeProblem(this.#pdf, dict);
    if (tooLarge) return tooLarge;
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
      if (!(glyph instanceof PdfStream)) return undefined;
      this.contents.glyphs.add(glyph);
      return this.#contentProblem(glyph, true);
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
