import { preferredStorage } from './preferences.ts';
import { randomId } from './random-id.ts';

const DEVICE_ID_KEY = 'deviceId';
let made: string | undefined;

/**
 * A random name of this browser, by which the server recognises a device confirmed by a code. It opens
 * nothing by itself: the secret that belongs to it is in a cookie no script can read.
 */
export function deviceId(): string {
  try {
    const kept = sessionStorage.getItem(DEVICE_ID_KEY) ?? localStorage.getItem(DEVICE_ID_KEY);
    if (kept !== null) return kept;
    made ??= randomId();
    preferredStorage()?.setItem(DEVICE_ID_KEY, made);
    return made;
  } catch {
    // Without storage the browser is another one at each visit.
    return (made ??= randomId());
  }
}
