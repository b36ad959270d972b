/** Value of a character in a Brazilian registry number: its ASCII code minus 48 (IN RFB 2.229/2024, annex XV). */
const valueOf = (character: string): number => character.charCodeAt(0) - 48;

/** Check digit by weighted sum modulo 11: a remainder below 2 gives 0, otherwise 11 minus the remainder. */
export function checkDigit(characters: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * valueOf(characters.charAt(index)), 0);
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}

export const allEqual = (characters: string): boolean => new Set(characters).size === 1;
