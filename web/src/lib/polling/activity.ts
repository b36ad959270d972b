/** After so long without activity the user counts as away, milliseconds. */
export const AWAY_AFTER_MS = 120_000;

const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const;

let lastSeenAt = Date.now();
const listeners = new Set<() => void>();

/** Whether there was activity of late. */
export function isAway(now: number = Date.now()): boolean {
  return now - lastSeenAt >= AWAY_AFTER_MS;
}

/** Notes activity on the page, and calls back those who wait for it. */
export function noteActivity(now: number = Date.now()): void {
  const back = isAway(now);
  lastSeenAt = now;
  if (back) for (const listener of listeners) listener();
}

/** Calls back when the user returns after having been away. */
export function onReturn(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

if (typeof window !== 'undefined') {
  for (const sign of SIGNS_OF_LIFE)
    window.addEventListener(sign, () => noteActivity(), { passive: true, capture: true });
}
