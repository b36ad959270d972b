import type { Language } from '@lacre/contracts/languages';

import { shown, type Translations } from './language.ts';
import { SPOKEN } from './use-language.ts';

/** Shows another language from now on. */
export function speak(language: Language, texts: Translations = {}): void {
  if (language === shown.language) return;
  Object.assign(shown, { language, texts });
  document.documentElement.lang = language;
  dispatchEvent(new Event(SPOKEN));
}
