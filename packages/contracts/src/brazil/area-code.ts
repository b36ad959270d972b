/**
 * The 67 area codes that Anatel assigned, by their first digit (Plano Geral de Códigos Nacionais, Resolução nº 263/2001):
 * no phone of Brazil has another.
 */
const SECOND_DIGITS: readonly (readonly [first: string, second: string])[] = [
  ['1', '123456789'],
  ['2', '12478'],
  ['3', '1234578'],
  ['4', '123456789'],
  ['5', '1345'],
  ['6', '123456789'],
  ['7', '134579'],
  ['8', '123456789'],
  ['9', '123456789'],
];

const AREA_CODE = `(?:${SECOND_DIGITS.map(([first, second]) => `${first}[${second}]`).join('|')})`;
const WITH_AREA_CODE = new RegExp(`^${AREA_CODE}\\d+$`);

/** Whether a phone, as its digits, begins with an area code that there is. */
export const hasAreaCode = (digits: string): boolean => WITH_AREA_CODE.test(digits);
