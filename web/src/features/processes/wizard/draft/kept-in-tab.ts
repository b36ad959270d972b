import { newIntent } from '@/lib/api/client.ts';
import { randomId } from '@/lib/browser/random-id.ts';

import { emptyDraft, type Draft } from './draft.ts';

/** Where the server has the draft, and what of it. */
export interface DraftPlace {
  draftId: string;
  /** Of what was saved or read last; 0 before. */
  revision: number;
  /** The intent of what the server has: another one is not saved yet. */
  savedIntent: string | null;
  /** The intent of what was sent last, whatever became of it. */
  sentIntent: string | null;
  savedAt: string | null;
}

export interface KeptDraft {
  draft: Draft;
  place: DraftPlace;
}

export const newPlace = (): DraftPlace => ({
  draftId: randomId(),
  revision: 0,
  savedIntent: null,
  sentIntent: null,
  savedAt: null,
});

export const nothingYet = (): KeptDraft => ({ draft: emptyDraft(newIntent()), place: newPlace() });

/** Kept for the tab too, per user: a reload loses nothing that the server has not been given. */
const keyOf = (uid: string) => `processDraft:${uid}`;

export function recallDraft(uid: string): KeptDraft {
  const empty = nothingYet();
  try {
    const stored = sessionStorage.getItem(keyOf(uid));
    if (stored !== null) {
      const { place, ...draft } = JSON.parse(stored) as Partial<Draft> & { place?: DraftPlace };
      return { draft: whole({ ...empty.draft, ...draft }), place: place ?? empty.place };
    }
  } catch {
    // No storage, or a draft of an older release: start afresh.
  }
  return empty;
}

export function rememberDraft(uid: string, { draft, place }: KeptDraft): void {
  try {
    sessionStorage.setItem(keyOf(uid), JSON.stringify({ ...draft, place }));
  } catch {
    // Without storage the server's copy is the only one.
  }
}

/** A draft of an earlier release lacks what its documents and participants have since. */
const whole = (draft: Draft): Draft => ({
  ...draft,
  documents: draft.documents.map((document, index) => ({
    ...document,
    chosenName: document.chosenName ?? document.name,
    order: document.order ?? index,
    ...(document.signatures && {
      signatures: document.signatures.map((signature) => ({ ...signature, places: signature.places ?? [] })),
    }),
  })),
  participants: draft.participants.map((participant) => ({
    ...participant,
    requirements: participant.requirements ?? { location: false },
    group: participant.group ?? 1,
  })),
});
