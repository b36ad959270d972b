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
