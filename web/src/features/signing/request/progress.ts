import type { MarkStroke, MarkStyle } from '@lacre/contracts/mark';

import { tabStore, useTabStore } from '@/lib/browser/tab-store.ts';
import { personSession } from '@/lib/session/person-session.ts';

/**
 * A signer's progress. It outlives a reload, a sleeping phone and an ended
 * session, so that nothing is read, answered or typed twice.
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
  /** The act that the declaration was made for, where someone signs at another's request. */
  declaredFor: string | undefined;
  /** Why they mean to refuse, by the signatures that are refused, while it is being written. */
  reasons: Readonly<Record<string, string>>;
  /** Whom each process's signatures were handed on to, by name. */
  delegated: Readonly<Record<string, string>>;
  /** What is open over the page, by process, with what is in it and not confirmed yet. */
  open: Readonly<Record<string, OpenDialog>>;
}

/** A dialog as it stands: kept through identifying again. */
export type OpenDialog =
  | { kind: 'reject'; signatureIds: readonly string[] }
  /** `chosen` is absent until something else than the confirmed answer was chosen. */
  | { kind: 'answer'; signatureId: string; chosen?: readonly string[] }
  | { kind: 'mark'; draft?: MarkDraft }
  | { kind: 'delegate'; draft?: Delegate };

/** Who is to sign in the person's place, as it is being typed. */
export interface Delegate {
  name: string;
  cpf: string;
  email: string;
  reason: string;
}

/** A mark that is being made: the letter that was chosen and what was drawn, and which of them it is to be. */
export interface MarkDraft {
  how: 'typed' | 'drawn';
  style: MarkStyle;
  strokes: readonly MarkStroke[];
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
  declaredFor: undefined,
  reasons: {},
  delegated: {},
  open: {},
};
const store = tabStore<Progress>('signingProgress', NOTHING);
/** Whose progress it is, also while their session is over. */
const ownerStore = tabStore<string | undefined>('signingProgressOf', undefined);
/** Of the signer in this tab; optional. */
const markStore = tabStore<{ personId: string; mark: Mark } | undefined>('signatureMark', undefined);

const DEFAULT_MARK: Mark = { style: 'upright' };

// What an earlier release noted lacks what came since.
if (!('delegated' in store.get())) store.set({ ...NOTHING, ...store.get() });

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

/** Opens a dialog over the page of a process, notes what is in it now, or closes it. */
export function noteOpen(processId: string, dialog: OpenDialog | undefined): void {
  note(({ open: { [processId]: _before, ...others } }) => ({
    open: dialog === undefined ? others : { ...others, [processId]: dialog },
  }));
}

/** Deletes it for the tab's next person. */
export function forgetProgress(): void {
  store.set(NOTHING);
  markStore.set(undefined);
  ownerStore.set(undefined);
}

/** Keeps the progress of the identified person, and deletes any other's. */
function keepForOwner(): void {
  const personId = personSession.get()?.person.personId;
  const owner = ownerStore.get();
  if (personId === undefined || personId === owner) return;
  if (owner !== undefined) forgetProgress();
  ownerStore.set(personId);
}
keepForOwner();
personSession.subscribe(keepForOwner);

/**
 * Whether a person who had begun here, and has not signed out, is to identify themselves again: their session is over.
 * @param personId whom the link names, if any
 */
export function isInterrupted(personId?: string): boolean {
  const owner = ownerStore.get();
  return owner !== undefined && (personId === undefined || personId === owner);
}
