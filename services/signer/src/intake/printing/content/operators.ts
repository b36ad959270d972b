import type { Operand } from './content-scanner.ts';

/** What operators take (ISO 32000-2, Table A.1): the kinds of `content-scanner.ts`, a letter an operand. */
const OPERANDS: Readonly<Record<string, readonly string[]>> = {
  ...taking('', 'b B b* B* BT ET BX EX EMC f F f* h n q Q s S T* W W* BI ID EI'),
  ...taking('n', 'G g i j J M Tc TL Tr Ts Tw Tz w'),
  ...taking('nn', 'd0 l m Td TD'),
  ...taking('nnn', 'rg RG'),
  ...taking('nnnn', 'k K re v y'),
  ...taking('nnnnnn', 'c cm d1 Tm'),
  ...taking('/', 'BMC cs CS Do gs MP ri sh'),
  Tf: ['/n'],
  d: ['un'],
  Tj: ['s'],
  "'": ['s'],
  '"': ['nns'],
  TJ: ['t', 'u'],
  BDC: ['/d', '//'],
  DP: ['/d', '//'],
};

function taking(kinds: string, operators: string): Record<string, readonly string[]> {
  return Object.fromEntries(operators.split(' ').map((operator) => [operator, [kinds]]));
}

export const BEGINS_PATH: ReadonlySet<string> = new Set(['m', 're']);
/** Without a path readers begin one somewhere, clip by nothing or by everything, or go on. */
export const NEEDS_PATH: ReadonlySet<string> = new Set('l c v y h W W*'.split(' '));
export const PAINTS_PATH: ReadonlySet<string> = new Set('b b* B B* f F f* n s S'.split(' '));
export const MOVES_TEXT: ReadonlySet<string> = new Set(['Td', 'TD', 'Tm', 'T*']);
export const SHOWS_TEXT: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);
/** Readers differ on what becomes of a path that these come between (8.5.2.1 allows nothing there). */
export const BREAKS_PATH: ReadonlySet<string> = new Set('cm q Q BT Do sh BI'.split(' '));
export const SETS_COLOUR: ReadonlySet<string> = new Set('g G rg RG k K cs CS sc SC scn SCN'.split(' '));
export const DEVICE_COMPONENTS: Readonly<Record<string, number>> = { g: 1, rg: 3, k: 4 };

const COLOURS: ReadonlySet<string> = new Set(['sc', 'SC', 'scn', 'SCN']);
/** They draw nothing, and say of what is drawn only what it is. */
const MARKS: ReadonlySet<string> = new Set(['BMC', 'BDC', 'MP', 'DP']);

export const isOperator = (operator: string): boolean =>
  Object.hasOwn(OPERANDS, operator) || COLOURS.has(operator);
export const isMark = (operator: string): boolean => MARKS.has(operator);
export const setsComponents = (operator: string): boolean => COLOURS.has(operator);

/**
 * How many of the operands count, from the end, when an operator of other readers may have more; undefined when they
 * are not what it takes.
 */
export function countingOperands(operator: string, operands: readonly Operand[]): number | undefined {
  const kinds = operands.map(({ kind }) => kind).join('');
  if (COLOURS.has(operator)) return /^(n{1,32}\/?|\/)$/.test(kinds) ? kinds.length : undefined;
  return OPERANDS[operator]?.find((each) => kinds.endsWith(each))?.length;
}
