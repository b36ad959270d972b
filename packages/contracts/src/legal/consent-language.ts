import type { Language } from '../text/languages.ts';

const TRANSLATED: Readonly<Partial<Record<Language, string>>> = {
  en: 'Texto exibido em inglês, com o português ao lado',
  es: 'Texto exibido em espanhol, com o português ao lado',
};

/** What evidence and timeline say of a consent whose text was shown in a translation; undefined where it was not. */
export const consentLanguageText = (language: Language | null | undefined): string | undefined =>
  language == null ? undefined : TRANSLATED[language];
