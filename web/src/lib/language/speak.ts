import type { Language } from '@lacre/contracts/languages';
import { useSyncExternalStore } from 'react';

import { shown, type Translations } from './language.ts';

const listeners = new Set<() => void>();

/** Shows another language from now on. */
export function speak(language: Language, texts: Translations = {}): void {
  if (language === shown.language) return;
  Object.assign(shown, { language, texts });
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** Draws what calls it anew when another language is shown. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, () => shown.language);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
