import { translationOf, type Translation } from '@/lib/language/language.ts';

import type { English } from './languages/en.ts';

/** A Portuguese text that other languages have; one that English lacks does not compile where it is said. */
export type Text = keyof English;

/** What a text is given: as many values as it names, `{0}`, `{1}` and so on. */
export type ValuesOf<Said, Value = string | number> = Said extends `${string}{2}${string}`
  ? [Value, Value, Value]
  : Said extends `${string}{1}${string}`
    ? [Value, Value]
    : Said extends `${string}{0}${string}`
      ? [Value]
      : [];

/** A text in the language that is shown, with its values. The Portuguese is its own key: a first visit pays for no other. */
export function say<const Said extends Text>(text: Said, ...values: ValuesOf<Said>): string {
  return filled(translationOf(text) ?? text, values);
}

/** A word of a vocabulary that all screens share, where another language has it. */
export const sayWord = say as (word: string) => string;

/** A text with its values in their places. */
export const filled = (text: Translation, values: readonly (string | number)[]): string =>
  typeof text === 'function'
    ? text(...(values as never[]))
    : text.replace(/\{(\d)\}/g, (_, index: number) => values[index] as string);
