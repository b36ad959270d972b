import type { Language } from '@lacre/contracts/languages';

/** What stands for a Portuguese text in another language: with `{0}` where its first value goes, or made of its values. */
export type Translation = string | ((...values: never[]) => string);
export type Translations = Readonly<Record<string, Translation>>;

/** What is shown now; `speak` alone changes it. */
export const shown: { language: Language; texts: Translations } = { language: 'pt-BR', texts: {} };

/** What is shown instead of a Portuguese text; undefined for none. */
export const translationOf = (text: string): Translation | undefined => shown.texts[text];
