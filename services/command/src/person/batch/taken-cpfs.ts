import { setTimeout as sleep } from 'node:timers/promises';

import { reservationId } from '../../reservation/claim-value.ts';
import { reservation } from '../../reservation/decide-reservation.ts';
import { standingOf } from '../../reservation/owner-standing.ts';
import type { CommandService } from '../../service.ts';
import type { PersonRow } from './rows.ts';
import { sideBySide } from './side-by-side.ts';

/** Streams read side by side. */
const AT_ONCE = 16;
const LOOK_AGAIN_MS = 100;

interface Asked extends PersonRow {
  /** Stream of who is to be registered; undefined in a preview. */
  owner?: string;
}

export interface Ownerships {
  taken: Asked[];
  /** Streams of owners that were waited for in vain: they must have crashed. */
  waitedFor: ReadonlySet<string>;
}

type Ownership = { is: 'free' | 'taken' } | { is: 'unsettled'; owner: string };

/**
 * Which of the CPFs belong to somebody registered. Waits for those whose owner is on its way until all have settled, all
 * together and at most `patienceMs`.
 */
export async function takenCpfs(
  service: CommandService,
  tenantId: string,
  rows: readonly Asked[],
  patienceMs: number,
): Promise<Ownerships> {
  const taken: Asked[] = [];
  let open = rows;
  for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
    const found = await sideBySide(open, AT_ONCE, (row) => ownership(service, tenantId, row));
    taken.push(...open.filter((_, index) => found[index]?.is === 'taken'));
    open = open.filter((_, index) => found[index]?.is === 'unsettled');
    if (open.length === 0 || waitedMs >= patienceMs)
      return {
        taken,
        waitedFor: new Set(found.flatMap((one) => (one.is === 'unsettled' ? [one.owner] : []))),
      };
    await sleep(LOOK_AGAIN_MS);
  }
}

async function ownership(
  { handler, eventStore, digest }: CommandService,
  tenantId: string,
  { cpf, owner }: Asked,
): Promise<Ownership> {
  const state = await handler.load(reservation, reservationId(digest, 'cpf', tenantId, cpf));
  if (state.status === 'free' || state.owner === owner) return { is: 'free' };
  const standing = await standingOf(eventStore, state.owner);
  if (standing.is === 'there') return { is: 'taken' };
  return standing.is === 'ended' ? { is: 'free' } : { is: 'unsettled', owner: state.owner };
}
