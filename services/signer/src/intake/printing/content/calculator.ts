/** PostScript calculator functions (ISO 32000-2, 7.10.5): what comes out of them for what goes in. */
export type Calculator = (input: readonly number[]) => number[] | undefined;

type Token = number | string | readonly Token[];

const MAX_STEPS = 10_000;
const MAX_STACK = 100;
const MAX_DEPTH = 32;

/** @returns undefined when it is no program */
export function readCalculator(source: string): Calculator | undefined {
  const words = source.replaceAll(/%[^\r\n]*/g, ' ').match(/[{}]|[^\s{}]+/g) ?? [];
  let at = 0;
  const block = (depth: number): Token[] | undefined => {
    const tokens: Token[] = [];
    for (;;) {
      const word = words[at];
      at += 1;
      if (word === undefined || depth > MAX_DEPTH) return undefined;
      if (word === '}') return tokens;
      if (word === '{') {
        const inner = block(depth + 1);
        if (!inner) return undefined;
        tokens.push(inner);
      } else tokens.push(/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word) ? Number(word) : word);
    }
  };
  if (words[at] !== '{') return undefined;
  at += 1;
  const program = block(0);
  return program && ((input) => run(program, input));
}

function run(program: readonly Token[], input: readonly number[]): number[] | undefined {
  const stack: (number | readonly Token[])[] = [...input];
  let steps = 0;
  const execute = (tokens: readonly Token[]): boolean =>
    tokens.every((token) => {
      steps += 1;
      if (steps > MAX_STEPS || stack.length > MAX_STACK) return false;
      if (typeof token !== 'string') {
        stack.push(token);
        return true;
      }
      if (token === 'if' || token === 'ifelse') {
        const otherwise = token === 'ifelse' ? stack.pop() : [];
        const then = stack.pop();
        const chosen = Number(stack.pop()) === 0 ? otherwise : then;
        return Array.isArray(chosen) && execute(chosen as readonly Token[]);
      }
      return operate(token, stack as number[]);
    });
  if (!execute(program)) return undefined;
  const numbers = stack.map(Number);
  return numbers.some(Number.isNaN) ? undefined : numbers;
}

const RADIANS = Math.PI / 180;
const bool = (value: boolean): number => (value ? 1 : 0);

const UNARY: Readonly<Record<string, (a: number) => number>> = {
  abs: Math.abs,
  neg: (a) => -a,
  ceiling: Math.ceil,
  floor: Math.floor,
  round: (a) => Math.floor(a + 0.5),
  truncate: Math.trunc,
  cvi: Math.trunc,
  cvr: (a) => a,
  sqrt: (a) => Math.sqrt(Math.max(0, a)),
  sin: (a) => Math.sin(a * RADIANS),
  cos: (a) => Math.cos(a * RADIANS),
  ln: Math.log,
  log: Math.log10,
  not: (a) => bool(a === 0),
};
const BINARY: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => (b === 0 ? 0 : a / b),
  idiv: (a, b) => (b === 0 ? 0 : Math.trunc(a / b)),
  mod: (a, b) => (b === 0 ? 0 : a % b),
  exp: (a, b) => a ** b,
  atan: (a, b) => (Math.atan2(a, b) / RADIANS + 360) % 360,
  eq: (a, b) => bool(a === b),
  ne: (a, b) => bool(a !== b),
  gt: (a, b) => bool(a > b),
  ge: (a, b) => bool(a >= b),
  lt: (a, b) => bool(a < b),
  le: (a, b) => bool(a <= b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  bitshift: (a, b) => (b >= 0 ? a << b : a >> -b),
};

/** @returns false when the operator is none, or has not what it takes */
function operate(operator: string, stack: number[]): boolean {
  const unary = UNARY[operator];
  if (unary) {
    if (stack.length < 1) return false;
    stack.push(unary(stack.pop() as number));
    return true;
  }
  const binary = BINARY[operator];
  if (binary) {
    if (stack.length < 2) return false;
    const second = stack.pop() as number;
    stack.push(binary(stack.pop() as number, second));
    return true;
  }
  return arrange(operator, stack);
}

function arrange(operator: string, stack: number[]): boolean {
  const top = stack.at(-1);
  switch (operator) {
    case 'true':
    case 'false':
      stack.push(bool(operator === 'true'));
      return true;
    case 'pop':
      return stack.pop() !== undefined;
    case 'dup':
      if (top === undefined) return false;
      stack.push(top);
      return true;
    case 'exch':
      if (stack.length < 2) return false;
      stack.push(...stack.splice(-2).toReversed());
      return true;
    case 'copy': {
      const count = stack.pop() ?? -1;
      if (count < 0 || count > stack.length) return false;
      if (count > 0) stack.push(...stack.slice(-count));
      return true;
    }
    case 'index': {
      const place = stack.pop() ?? -1;
      const value = place < 0 ? undefined : stack[stack.length - 1 - place];
      if (value === undefined) return false;
      stack.push(value);
      return true;
    }
    case 'roll': {
      const shift = stack.pop() ?? 0;
      const count = stack.pop() ?? -1;
      if (count < 0 || count > stack.length) return false;
      if (count === 0) return true;
      const rolled = stack.splice(-count);
      const by = ((shift % count) + count) % count;
      stack.push(...rolled.slice(count - by), ...rolled.slice(0, count - by));
      return true;
    }
    default:
      return false;
  }
}
