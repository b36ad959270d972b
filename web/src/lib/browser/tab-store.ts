import { useSyncExternalStore } from 'react';

/** A value that survives a reload and a sleeping phone, and ends with the tab. */
export interface TabStore<Value> {
  get: () => Value;
  /** What is `undefined` afterwards is forgotten. */
  set: (next: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Keeps `initial` under a key of session storage until something else is set. Without storage it lasts as the page does. */
export function tabStore<Value>(key: string, initial: Value): TabStore<Value> {
  let value = restored(key, initial);
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      try {
        if (next === undefined) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(next));
      } catch {
        // No storage, or it is full.
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function restored<Value>(key: string, initial: Value): Value {
  try {
    const stored = sessionStorage.getItem(key);
    return stored === null ? initial : (JSON.parse(stored) as Value);
  } catch {
    return initial;
  }
}

/** The value as it is now, followed. */
export const useTabStore = <Value>(store: TabStore<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get);
