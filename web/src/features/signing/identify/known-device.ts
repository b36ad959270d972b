import { preferredStorage } from '@/lib/browser/preferences.ts';

const KEY = 'comesInWithoutCode';

/**
 * Whether this browser came in to sign before and is likely to need no code. A hint for the form alone: whether a code
 * is needed the server says, by a cookie that no script can read.
 */
export function isLikelyKnown(): boolean {
  try {
    return preferredStorage()?.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

/** Notes what the server said. */
export function noteLikelyKnown(known: boolean): void {
  try {
    if (known) preferredStorage()?.setItem(KEY, 'true');
    else preferredStorage()?.removeItem(KEY);
  } catch {
    // Without storage the form asks for a press.
  }
}
