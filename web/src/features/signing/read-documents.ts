import { useSyncExternalStore } from 'react';

/** Kept for the tab: a sleeping phone or a reload does not make anyone read again. */
const KEY = 'readDocuments';

/** Hash of the bytes shown, by signature. */
export type ReadDocuments = Readonly<Record<string, string>>;

let read: ReadDocuments = restore();
const listeners = new Set<() => void>();

function restore(): ReadDocuments {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as ReadDocuments;
  } catch {
    return {};
  }
}

/** Records that the person was shown these bytes for this signature. */
export function markRead(signatureId: string, sha256: string): void {
  read = { ...read, [signatureId]: sha256 };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(read));
  } catch {
    // Without storage it lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** What this person has read, by signature. */
export function useReadDocuments(): ReadDocuments {
  return useSyncExternalStore(subscribe, () => read);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
