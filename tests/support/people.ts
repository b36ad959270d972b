/** Check digits made from nine or twelve characters, so that every test can have people and companies of its own. */
const digit = (characters: string, weights: readonly number[]): string => {
  const sum = weights.reduce(
    (total, weight, index) => total + weight * (characters.charCodeAt(index) - 48),
    0,
  );
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
};

export function cpfOf(seed: number): string {
  const base = String(100_000_000 + (seed % 800_000_000)).slice(0, 9);
  const first = digit(base, [10, 9, 8, 7, 6, 5, 4, 3, 2]);
  return base + first + digit(base + first, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
}

export function cnpjOf(seed: number): string {
  const base = `${seed.toString(36).toUpperCase().padStart(8, '0')}0001`.slice(-12);
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  const first = digit(base, weights);
  return base + first + digit(base + first, [6, ...weights]);
}
