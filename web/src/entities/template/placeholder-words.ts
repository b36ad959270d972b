import { COMPANY_FIELDS, PERSON_FIELDS, requiredFirst, type FieldTable } from '@lacre/contracts/registers';

const wordsOf = (table: FieldTable): Readonly<Record<string, string>> =>
  Object.fromEntries(
    requiredFirst(table).flatMap(([, { placeholder, label }]) =>
      placeholder === undefined ? [] : [[placeholder, label]],
    ),
  );

/** What placeholders say, in words, in the order they are offered. */
export const PERSON_WORDS = wordsOf(PERSON_FIELDS);
export const COMPANY_WORDS = wordsOf(COMPANY_FIELDS);
