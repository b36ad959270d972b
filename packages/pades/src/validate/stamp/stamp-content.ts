import type { StrictPdf } from '../../pdf/strict-pdf.ts';
import { isRegular, latin1 } from '../../pdf/syntax/characters.ts';
import { PdfSyntaxError } from '../../pdf/syntax/pdf-syntax-error.ts';
import {
  isName,
  PdfArray,
  PdfName,
  PdfRef,
  type PdfStream,
  PdfString,
  type PdfValue,
} from '../../pdf/syntax/pdf-values.ts';
import { ValueParser } from '../../pdf/syntax/value-parser.ts';

/**
 * Operators of content streams (ISO 32000-2, Table A.1) that keep to the state of their own stream. Left out: PS, which only
 * printers run; BI, since readers differ on where an inline image ends; BX, which hides what is no operator.
 */
const OPERATORS: ReadonlySet<string> = new Set(
  (
    `b B b* B* BDC BMC BT c cm CS cs d Do DP EMC ET f F f* G g gs h i J j K k l M m MP n q Q re RG rg ri S s SC sc SCN scn ` +
    `sh T* Tc Td TD Tf TJ Tj TL Tm Tr Ts Tw Tz v w W W* y ' "`
  ).split(' '),
);
/** Operators of a Type 3 glyph besides (Table 111). */
const GLYPH_OPERATORS: ReadonlySet<string> = new Set(['d0', 'd1']);
/** 9.3.6: from 4 on, text adds to a clipping path, which Poppler carries over to the next page when its text object is left open. */
const FIRST_CLIPPING_MODE = 4;
/** Annex C.2 of ISO 32000-1: 28 levels of q; arrays and dictionaries nest a few. */
const MAX_SAVED_STATES = 28;
const MAX_OPERAND_DEPTH = 8;
/** SCN takes up to 32 components and a name (Annex C.2). */
const MAX_OPERANDS = 33;

/** What an operator opens or closes, and why a stamp must close it itself. */
const PAIRS: readonly (readonly [opening: readonly string[], closing: string, most: number])[] = [
  // pdf.js takes an excess Q for one of the page: what follows is drawn beyond the rectangle, over all of it.
  [['q'], 'Q', MAX_SAVED_STATES],
  [['BT'], 'ET', 1],
  [['BMC', 'BDC'], 'EMC', MAX_SAVED_STATES],
];

/** ISO 32000-1, Annex C.2: beyond this, whole numbers and coordinates are outside what old readers compute with. */
const MAX_NUMBER = 32_767;

/** The resource category that an operator's name is looked up in (7.8.3). */
export type ResourceKind = 'XObject' | 'Pattern' | 'Shading' | 'ExtGState' | 'Font';
const NAMING_OPERATORS: ReadonlyMap<string, ResourceKind> = new Map([
  ['Do', 'XObject'],
  ['scn', 'Pattern'],
  ['SCN', 'Pattern'],
  ['sh', 'Shading'],
  ['gs', 'ExtGState'],
  ['Tf', 'Font'],
]);
const PAINTING: ReadonlySet<string> = new Set('b B b* B* f F f* s S'.split(' '));
/** What adds to a path, or closes it. */
const DRAWING_LINES: ReadonlySet<string> = new Set('l c v y re h s b b*'.split(' '));
const SHOWING: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

/** What a content stream has readers do, as far as that can be many times what it is long. */
export interface ContentUse {
  operators: number;
  lines: number;
  /** Paths painted, each of them with a pattern perhaps. */
  paints: number;
  /** Bytes of the texts shown: no more characters than that. */
  shownBytes: number;
  /** The largest of its numbers, without sign. */
  largest: number;
  /** The shortest length after which a dashed line begins anew. */
  shortestDash: number;
  /** How often it uses each resource. */
  readonly names: Map<ResourceKind, Map<string, number>>;
}

/**
 * What a content stream of a stamp uses when each operator is known and everything that the stream opens it closes; else
 * why readers might not keep what it draws to the stamp's rectangle.
 *
 * @param isGlyph whether it is the procedure of a Type 3 glyph
 */
export function readContent(pdf: StrictPdf, stream: PdfStream, isGlyph: boolean): ContentUse | string {
  try {
    return new ContentReader(pdf.decode(stream, { base85: true }), isGlyph).read();
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
    return `its drawing cannot be read: ${error.code}`;
  }
}

class ContentReader {
  readonly #parser: ValueParser;
  readonly #isGlyph: boolean;
  readonly #open = PAIRS.map(() => 0);
  readonly #use: ContentUse = {
    operators: 0,
    lines: 0,
    paints: 0,
    shownBytes: 0,
    largest: 0,
    shortestDash: Number.POSITIVE_INFINITY,
    names: new Map(),
  };

  constructor(bytes: Uint8Array, isGlyph: boolean) {
    this.#parser = new ValueParser(bytes, 0, MAX_OPERAND_DEPTH);
    this.#isGlyph = isGlyph;
  }

  read(): ContentUse | string {
    const parser = this.#parser;
    let operands: PdfValue[] = [];
    for (parser.skipSpace(); parser.position < parser.bytes.length; parser.skipSpace()) {
      const operator = takeOperator(parser);
      if (operator === undefined) {
        const operand = parser.readValue();
        if (operand instanceof PdfRef) return 'its drawing has a reference';
        if (operands.push(operand) > MAX_OPERANDS) return 'its drawing has too many operands';
        continue;
      }
      const problem = this.#operatorProblem(operator, operands) ?? this.#count(operator, operands);
      if (problem) return problem;
      operands = [];
    }
    const left = PAIRS.find((_, index) => this.#open[index] !== 0);
    return left ? `its drawing does not close ${left[0].join(' or ')}` : this.#use;
  }

  #operatorProblem(operator: string, operands: readonly PdfValue[]): string | undefined {
    if (!OPERATORS.has(operator) && !(this.#isGlyph && GLYPH_OPERATORS.has(operator)))
      return `its drawing has the operator ${operator.slice(0, 8)}`;
    for (const [index, [opening, closing, most]] of PAIRS.entries()) {
      const change = Number(opening.includes(operator)) - Number(operator === closing);
      const open = (this.#open[index] as number) + change;
      this.#open[index] = open;
      if (open < 0 || open > most) return `its drawing has ${operator} once too often`;
    }
    const mode = operator === 'Tr' ? operands[0] : 0;
    if (typeof mode !== 'number' || mode >= FIRST_CLIPPING_MODE) return 'its drawing clips by text';
    const isMark = operator === 'BDC' || operator === 'DP';
    return isMark && isName(operands[0], 'OC') ? 'its drawing is on a layer' : undefined;
  }

  #count(operator: string, operands: readonly PdfValue[]): string | undefined {
    const use = this.#use;
    use.operators += 1;
    if (DRAWING_LINES.has(operator)) use.lines += 1;
    if (PAINTING.has(operator)) use.paints += 1;
    if (SHOWING.has(operator)) use.shownBytes += lengthOfTexts(operands);
    for (const number of numbersIn(operands)) use.largest = Math.max(use.largest, Math.abs(number));
    if (use.largest > MAX_NUMBER) return 'its drawing has a number that is too large';
    if (operator === 'd') {
      const dash = numbersIn(operands.slice(0, 1));
      const length = dash.reduce((sum, part) => sum + part, 0);
      if (dash.length > 0 && (length <= 0 || dash.some((part) => part < 0)))
        return 'its dashes have no length';
      if (dash.length > 0) use.shortestDash = Math.min(use.shortestDash, length);
    }
    const kind = NAMING_OPERATORS.get(operator);
    const name = kind === 'Font' ? operands[0] : operands.at(-1);
    if (!kind || !(name instanceof PdfName)) return undefined;
    const uses = use.names.get(kind) ?? new Map<string, number>();
    use.names.set(kind, uses.set(name.name, (uses.get(name.name) ?? 0) + 1));
    return undefined;
  }
}

/** Operands and what is in arrays: widths of a text, lengths of a dash. */
function numbersIn(operands: readonly PdfValue[]): number[] {
  const flat = operands.flatMap((operand) => (operand instanceof PdfArray ? operand.items : [operand]));
  return flat.filter((item) => typeof item === 'number');
}

function lengthOfTexts(operands: readonly PdfValue[]): number {
  const flat = operands.flatMap((operand) => (operand instanceof PdfArray ? operand.items : [operand]));
  return flat.reduce<number>((sum, item) => sum + (item instanceof PdfString ? item.bytes.length : 0), 0);
}

/** `true`, `false` and `null` are operands. */
const LITERALS: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/** The word at this place when it is an operator, which begins with a letter or is a quotation mark. */
function takeOperator(parser: ValueParser): string | undefined {
  const { bytes, position } = parser;
  let end = position;
  while (isRegular(bytes[end])) end += 1;
  const word = latin1(bytes, position, end);
  if (!/^["'A-Za-z]/.test(word) || LITERALS.has(word)) return undefined;
  parser.position = end;
  return word;
}
