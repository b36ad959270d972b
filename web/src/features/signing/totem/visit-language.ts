import type { Language } from '@lacre/contracts/languages';

import { toastStore } from '@/components/ui/feedback/toast.ts';
import { speakIn, speakPortuguese } from '@/entities/language/spoken.ts';
import { tabStore } from '@/lib/browser/tab-store.ts';
import { shown } from '@/lib/language/language.ts';
import { personSession } from '@/lib/session/person-session.ts';

/** What the signer at the totem chose, for as long as their visit. */
const chosen = tabStore<Language | undefined>('visitLanguage', undefined);

/**
 * Shows the language of a visit that begins. Rejects where it cannot be fetched.
 *
 * @returns whether it is shown; not when another was chosen meanwhile
 */
export async function beginVisitIn(language: Language): Promise<boolean> {
  await speakIn(language);
  if (shown.language !== language) return false;
  chosen.set(language);
  nameNotices();
  return true;
}

/** Shows the language of a visit that a reload interrupted. */
export async function resumeVisit(): Promise<void> {
  const language = chosen.get();
  if (language !== undefined && personSession.get() !== undefined)
    await speakIn(language).catch(() => undefined);
}

/** Shows the next signer the language in which the totem waits; Portuguese where that cannot be fetched. */
export async function endVisit(waitsIn: Language): Promise<void> {
  chosen.set(undefined);
  await speakIn(waitsIn).catch(speakPortuguese);
  nameNotices();
}

/** The place of notices lies outside what is drawn anew with the language: its list, though the same, draws it. */
const nameNotices = (): void => toastStore.dismiss(0);
