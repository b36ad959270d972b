import type { MarkStyle } from '@lacre/contracts/mark';

import { tabStore, useTabStore } from '@/lib/tab-store.ts';

/**
 * How far somebody has come with what they are asked to sign. It outlives a reload, a sleeping phone and an ended
 * session, so that nobody reads, answers or writes anything twice.
 */
export interface Progress {
  /** Hash of the bytes that were shown and read to the end, by signature. */
  read: Readonly<Record<string, string>>;
  /** Pages shown so far, by signature. */
  pages: Readonly<Record<string, readonly number[]>>;
  /** The page that was open last, by signature. */
  page: Readonly<Record<string, number>>;
  /** Options chosen, by signature. */
  answers: Readonly<Record<string, readonly string[]>>;
  /** Signatures that are to be left out of the next act. */
  leftOut: readonly string[];
  /** The act that the terms were accepted for: its signatures. Another act asks again. */
  consentTo: string | undefined;
  /** Why they mean to refuse, by process, while it is being written. */
  reasons: Readonly<Record<string, string>>;
}

/** How a signature is to look on the evidence pages. */
export interface Mark {
  style: MarkStyle;
  /** Strokes, where it is drawn. */
  drawing?: string;
}

const NOTHING: Progress = {
  read: {},
  pages: {},
  page: {},
  answers: {},
  leftOut: [],
  consentTo: undefined,
  reasons: {},
};
const store = tabStore<Progress>('signingProgress', NOTHING);
/** Of whoever signs in this tab; nobody needs to choose one. */
const markStore = tabStore<{ personId: string; mark: Mark } | undefined>('signatureMark', undefined);

export const DEFAULT_MARK: Mark = { style: 'upright' };

export const useProgress = (): Progress => useTabStore(store);

/** Notes some of it. */
export function note(change: (progress: Progress) => Partial<Progress>): void {
  const progress = store.get();
  store.set({ ...progress, ...change(progress) });
}

/** The mark of that person, and how to change it. */
export function useMark(personId: string): [Mark, (mark: Mark) => void] {
  const kept = useTabStore(markStore);
  const mark = kept?.personId === personId ? kept.mark : DEFAULT_MARK;
  return [mark, (next) => markStore.set({ personId, mark: next })];
}

/** Whoever comes next to this tab finds nothing of it. */
export function forgetProgress(): void {
  store.set(NOTHING);
  markStore.set(undefined);
}
