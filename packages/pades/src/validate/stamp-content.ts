import { isRegular, latin1 } from '../pdf/characters.ts';
import { PdfSyntaxError } from '../pdf/pdf-syntax-error.ts';
import { isName, PdfRef, type PdfStream } from '../pdf/pdf-values.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { ValueParser } from '../pdf/value-parser.ts';

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

/**
 * Why readers might not keep what a content stream of a stamp draws to its rectangle; undefined when each operator is known
 * and everything that the stream opens it closes.
 *
 * @param isGlyph whether it is the procedure of a Type 3 glyph
 */
export function contentProblem(pdf: StrictPdf, stream: PdfStream, isGlyph: boolean): string | undefined {
  try {
    return operatorProblem(pdf.decode(stream, { base85: true }), isGlyph);
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
    return `its drawing cannot be read: ${error.code}`;
  }
}

function operatorProblem(bytes: Uint8Array, isGlyph: boolean): string | undefined {
  const parser = new ValueParser(bytes, 0, MAX_OPERAND_DEPTH);
  const open = PAIRS.map(() => 0);
  let operands: unknown[] = [];
  for (parser.skipSpace(); parser.position < bytes.length; parser.skipSpace()) {
    const operator = takeOperator(parser);
    if (operator === undefined) {
      const operand = parser.readValue();
      if (operand instanceof PdfRef) return 'its drawing has a reference';
      if (operands.push(operand) > MAX_OPERANDS) return 'its drawing has too many operands';
      continue;
    }
    if (!OPERATORS.has(operator) && !(isGlyph && GLYPH_OPERATORS.has(operator)))
      return `its drawing has the operator ${operator.slice(0, 8)}`;
    for (const [index, [opening, closing, most]] of PAIRS.entries()) {
      if (opening.includes(operator)) open[index] = (open[index] as number) + 1;
      if (operator === closing) open[index] = (open[index] as number) - 1;
      if ((open[index] as number) < 0 || (open[index] as number) > most)
        return `its drawing has ${operator} once too often`;
    }
    const mode = operator === 'Tr' ? operands[0] : 0;
    if (typeof mode !== 'number' || mode >= FIRST_CLIPPING_MODE) return 'its drawing clips by text';
    if ((operator === 'BDC' || operator === 'DP') && isName(operands[0] as never, 'OC'))
      return 'its drawing is on a layer';
    operands = [];
  }
  const left = PAIRS.find((_, index) => open[index] !== 0);
  return left && `its drawing does not close ${left[0].join(' or ')}`;
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
