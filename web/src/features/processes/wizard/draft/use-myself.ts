import { useState } from 'react';

import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { api, type CurrentUser } from '@/lib/session/session.ts';

import type { ChangeDraft } from './draft-store.ts';
import { isMyself, withMyselfAlone } from './myself.ts';

/** Persons that a search by a CPF or an address brings, at most: it finds parts of them too. */
const FOUND = 8;

/** Makes the user the draft's only participant, as the register knows them. */
export function useMyself(
  user: CurrentUser,
  change: ChangeDraft,
): { include: () => Promise<void>; busy: boolean; problem: Problem | undefined } {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  async function include(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const query = { search: user.cpf ?? user.email, pageSize: FOUND };
      const { items } = await api.call('listPersons', { query });
      const person = items.find((each) => isMyself(each, user));
      change((current) => withMyselfAlone(current, user, person));
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  }

  return { include, busy, problem };
}
