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

/**
 * Which of the CPFs belong to somebody registered. Waits for those whose owner is on its way until all have settled, all
 * together and at most `patienceMs`; what has not settled by then is free, for its owner must have crashed.
 */
export async function takenCpfs(
  service: CommandService,
  tenantId: string,
  rows: readonly Asked[],
  patienceMs: number,
): Promise<Asked[]> {
  const taken: Asked[] = [];
  let open = rows;
  for (let waitedMs = 0; open.length > 0; waitedMs += LOOK_AGAIN_MS) {
    const standings = await sideBySide(open, AT_ONCE, (row) => ownership(service, tenantId, row));
    taken.push(...open.filter((_, index) => standings[index] === 'taken'));
    open = open.filter((_, index) => standings[index] === 'unsettled');
    if (waitedMs >= patienceMs) break;
    if (open.length > 0) await sleep(LOOK_AGAIN_MS);
  }
  return taken;
}

async function ownership(
  { handler, eventStore, digest }: CommandService,
  tenantId: string,
  { cpf, owner }: Asked,
): Promise<'free' | 'taken' | 'unsettled'> {
  const id = reservationId(digest, 'cpf', tenantId, cpf);
  const state = await handler.load(reservation, id);
  if (state.status === 'free' || state.owner === owner) return 'free';
  const standing = await standingOf(eventStore, state.owner);
  if (standing.is === 'there') return 'taken';
  return standing.is === 'ended' ? 'free' : 'unsettled';
}
