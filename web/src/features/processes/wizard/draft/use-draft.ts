import { useCallback, useEffect, useState } from 'react';

import { newIntent } from '@/lib/api/client.ts';

import { emptyDraft, type Draft } from './draft.ts';

/** Kept for the tab, per user: another user of the same browser must not find it. */
const keyOf = (uid: string) => `processDraft:${uid}`;

function restore(uid: string): Draft {
  try {
    const stored = sessionStorage.getItem(keyOf(uid));
    if (stored !== null)
      return whole({ ...emptyDraft(newIntent()), ...(JSON.parse(stored) as Partial<Draft>) });
  } catch {
    // No storage, or a draft of an older release: start afresh.
  }
  return emptyDraft(newIntent());
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

export type ChangeDraft = (change: (draft: Draft) => Partial<Draft>) => void;

/** The process being put together, kept across reloads of the tab. */
export function useDraft(uid: string): { draft: Draft; change: ChangeDraft; discard: () => void } {
  const [draft, setDraft] = useState(() => restore(uid));

  useEffect(() => {
    try {
      sessionStorage.setItem(keyOf(uid), JSON.stringify(draft));
    } catch {
      // Without storage the draft lasts as long as the page.
    }
  }, [draft, uid]);

  const change = useCallback<ChangeDraft>((next) => {
    // What is sent changes, so it is another intention.
    setDraft((previous) => ({ ...previous, ...next(previous), intent: newIntent() }));
  }, []);

  const discard = useCallback(() => {
    setDraft(emptyDraft(newIntent()));
    try {
      // Also where the page it was made on has been left by now.
      sessionStorage.removeItem(keyOf(uid));
    } catch {
      // Nothing was kept.
    }
  }, [uid]);
  return { draft, change, discard };
}
