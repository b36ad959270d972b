import { COMPANY_FIELDS, PERSON_FIELDS, requiredFirst, type FieldTable } from '@lacre/contracts/registers';

const wordsOf = (table: FieldTable): Readonly<Record<string, string>> =>
  Object.fromEntries(
    requiredFirst(table).flatMap(([, { placeholder, label }]) =>
      placeholder === undefined ? [] : [[placeholder, label]],
    ),
  );

/** The name of a field as a label: `valor_do_aluguel` reads "Valor do aluguel". */
export function fieldWords(name: string): string {
  const words = name.replaceAll(/[_.-]+/g, ' ');
  return words.charAt(0).toLocaleUpperCase('pt-BR') + words.slice(1);
}

/** What placeholders say, in words, in the order they are offered. */
export const PERSON_WORDS = wordsOf(PERSON_FIELDS);
export const COMPANY_WORDS = wordsOf(COMPANY_FIELDS);
