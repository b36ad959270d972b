/**
 * Whether lists and queries are being built from the log: begun by the first query that is refused for it, over when the
 * server says so.
 */
let rebuilding = false;
const listeners = new Set<() => void>();

function become(next: boolean): void {
  if (next === rebuilding) return;
  rebuilding = next;
  for (const listener of listeners) listener();
}

export const rebuildingStore = {
  get: (): boolean => rebuilding,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  begin: (): void => become(true),
  end: (): void => become(false),
};
