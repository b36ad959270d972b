import type { Language } from '@lacre/contracts/languages';
import { useSyncExternalStore } from 'react';

import { shown } from './language.ts';

/** Fired at the window when another language is shown. */
export const SPOKEN = 'spoken';

/** Draws what calls it anew when another language is shown. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, spoken, spoken);

const spoken = (): Language => shown.language;

function subscribe(listener: () => void): () => void {
  addEventListener(SPOKEN, listener);
  return () => removeEventListener(SPOKEN, listener);
}
