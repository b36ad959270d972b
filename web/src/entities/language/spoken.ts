import { languageOf, type Language } from '@lacre/contracts/languages';
import { useEffect } from 'react';

import { preferredStorage } from '@/lib/browser/preferences.ts';
import { tabStore } from '@/lib/browser/tab-store.ts';
import { shown } from '@/lib/language/language.ts';
import { speak } from '@/lib/language/speak.ts';
import { useLanguage } from '@/lib/language/use-language.ts';

const KEY = 'language';
const FILES = {
  'pt-BR': undefined,
  en: () => import('@/i18n/languages/en.ts'),
  es: () => import('@/i18n/languages/es.ts'),
};

const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in FILES;

/** What was chosen at the foot of the page; undefined for nothing. */
function chosen(): Language | undefined {
  try {
    const kept = preferredStorage()?.getItem(KEY);
    return isLanguage(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** The first of the browser's languages that there is; a browser that knows none of them is likely to be read in English. */
const browsers = (): Language => languageOf(navigator.languages) ?? 'en';

/** That of the invitation whose link led here, for the tab. */
const ofLink = tabStore<Language | undefined>('linkLanguage', undefined);

/** Notes the language that a link names; one that there is not is left out. */
export function noteLinksLanguage(language: unknown): void {
  if (isLanguage(language)) ofLink.set(language);
}

/** Shows the language that was chosen here, or else the invitation's, or the browser's. @returns once it is there, where it has to come */
export function speakToSigner(): Promise<void> | undefined {
  const language = chosen() ?? ofLink.get() ?? browsers();
  return language === shown.language ? undefined : speakIn(language).catch(() => undefined);
}

/** Shows another language, and keeps it for the next visit. Rejects where it cannot be fetched. */
export async function chooseLanguage(language: Language): Promise<void> {
  await speakIn(language);
  try {
    preferredStorage()?.setItem(KEY, language);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** What was asked for last: what comes later of what was asked before is not shown. */
let wanted: Language = 'pt-BR';

/** Shows another language once its texts are there. Rejects where they cannot be fetched. */
export async function speakIn(language: Language): Promise<void> {
  wanted = language;
  const file = await FILES[language]?.();
  if (wanted === language) speak(language, file?.texts);
}

/** Shows Portuguese again, whatever is on its way. */
export function speakPortuguese(): void {
  wanted = 'pt-BR';
  speak('pt-BR');
}

/** Draws the signer's pages anew in the language that is shown; what comes after them is Portuguese again. */
export function useSignersLanguage(): Language {
  useEffect(() => {
    void speakToSigner();
    return speakPortuguese;
  }, []);
  return useLanguage();
}
