/** A valid CPF or CNPJ from a running number: tests need many, and all different. */
export function cpfOf(n: number): string {
  const base = String(100_000_000 + n);
  const first = check(base, 10);
  return `${base}${first}${check(base + first, 11)}`;
}

export function cnpjOf(n: number): string {
  const base = `${String(10_000_000 + n)}0001`;
  const first = checkCnpj(base, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  return `${base}${first}${checkCnpj(base + first, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])}`;
}

const check = (digits: string, from: number): string =>
  checkCnpj(
    digits,
    Array.from({ length: digits.length }, (_, index) => from - index),
  );

function checkCnpj(digits: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
}
