import { useEffect, useEffectEvent, useState } from 'react';

import { toast } from '@/components/ui/feedback/toast.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { plural } from '@/lib/format/format.ts';

import type { DraftStore } from './draft-store.ts';
import { goneFrom, type SavedDraft } from './saved-draft.ts';

/** Which draft the address asks for: one that was saved, a new one beside the present, or the present one. */
export interface AskedDraft {
  saved?: string | undefined;
  fresh?: boolean | undefined;
}

/**
 * Opens the draft that the address asks for, once. The present one is saved before; where it cannot be, it stays.
 *
 * @param onOpened with what was opened, where the address asked for something; it leads to an address that asks no more
 * @returns `busy` while it is opened: what was typed meanwhile would be lost
 */
export function useOpenedDraft(
  store: DraftStore,
  { saved: askedFor, fresh: asksForNew = false }: AskedDraft,
  onOpened: (opened: SavedDraft | 'new' | 'present') => void,
): { busy: boolean; problem: Problem | undefined; retry: () => void } {
  const [problem, setProblem] = useState<Problem>();

  const open = useEffectEvent(async (saved: string | undefined, fresh: boolean) => {
    setProblem(undefined);
    try {
      if (saved !== undefined) {
        const opened = await store.open(saved);
        const gone = goneFrom(opened);
        if (gone > 0)
          toast.info(
            `${plural(gone, 'pessoa', 'pessoas')} do rascunho não ${gone === 1 ? 'está mais cadastrada' : 'estão mais cadastradas'}`,
          );
        onOpened(opened);
      } else if (fresh) {
        onOpened((await store.startAnother()) ? 'new' : 'present');
      } else await followOthers(store);
    } catch (error) {
      setProblem(asProblem(error));
    }
  });
  useEffect(() => {
    // What comes is put into the draft when it comes.
    // oxlint-disable-next-line react/set-state-in-effect
    void open(askedFor, asksForNew);
  }, [askedFor, asksForNew]);
  const asks = askedFor !== undefined || asksForNew;
  return { busy: asks && problem === undefined, problem, retry: () => void open(askedFor, asksForNew) };
}

async function followOthers(store: DraftStore): Promise<void> {
  const outcome = await store.refresh();
  if (outcome === 'gone') toast.info('O rascunho que estava aqui já foi enviado ou descartado');
  if (outcome === 'changed') toast.info('O rascunho foi mudado em outro lugar, e está como ficou');
}
