/**
 * Marks the browser as a totem's: every address then leads back to its screen. Kept in storage, since a reload or a
 * restart of the tablet may begin anywhere.
 */
const KEY = 'totem';

export function isTotem(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** From now on, or no more. */
export function keepAsTotem(kept: boolean): void {
  try {
    if (kept) localStorage.setItem(KEY, 'true');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the screen holds as long as the page does.
  }
}
