/** After so long without touching anything whoever sits there is taken to be away, milliseconds. */
export const AWAY_AFTER_MS = 120_000;

const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const;

let lastSeenAt = Date.now();
const listeners = new Set<() => void>();

/** Whether anybody has touched the page of late. */
export function isAway(now: number = Date.now()): boolean {
  return now - lastSeenAt >= AWAY_AFTER_MS;
}

/** Somebody touched the page; whoever waits for their return is told. */
export function noteActivity(now: number = Date.now()): void {
  const back = isAway(now);
  lastSeenAt = now;
  if (back) for (const listener of listeners) listener();
}

/** Calls back when somebody is there again after having been away. */
export function onReturn(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

if (typeof window !== 'undefined') {
  for (const sign of SIGNS_OF_LIFE)
    window.addEventListener(sign, () => noteActivity(), { passive: true, capture: true });
}
