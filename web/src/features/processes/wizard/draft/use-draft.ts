import { useSyncExternalStore } from 'react';

import { draftStoreOf, type DraftState, type DraftStore } from './draft-store.ts';

/** The process being put together, kept across reloads, screens and devices. */
export function useDraft(uid: string): DraftState & { store: DraftStore } {
  const store = draftStoreOf(uid);
  return { ...useSyncExternalStore(store.subscribe, store.state, store.state), store };
}
