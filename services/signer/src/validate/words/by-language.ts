import type { Language } from '@lacre/contracts/languages';

import { english } from './english.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';
import type { ValidationWords } from './words.ts';

export const WORDS: Readonly<Record<Language, ValidationWords>> = {
  'pt-BR': portuguese,
  en: english,
  es: spanish,
};
