const OLD = /^[A-Z]{3}-?\d{4}$/;
const MERCOSUL = /^[A-Z]{3}\d[A-Z]\d{2}$/;

/**
 * The 7 bare upper-case characters of a vehicle plate: three letters and four digits, written `ABC1234` or `ABC-1234`
 * (Resolução CONTRAN 231/2007), or with a letter in the fifth place, written `ABC1D23` (Mercosul, Resolução CONTRAN
 * 969/2022); null when it is written neither way.
 */
export function stripPlate(text: string): string | null {
  const upper = text.trim().toUpperCase();
  return OLD.test(upper) || MERCOSUL.test(upper) ? upper.replace('-', '') : null;
}

/** Whether the text is a vehicle plate. Plates carry no check digit. */
export const isValidPlate = (text: string): boolean => stripPlate(text) !== null;

/** `abc1234` → `ABC-1234`, `abc1d23` → `ABC1D23`; anything that is not a plate comes back as it is. */
export const formatPlate = (text: string): string =>
  stripPlate(text)?.replace(/^([A-Z]{3})(\d{4})$/, '$1-$2') ?? text;
