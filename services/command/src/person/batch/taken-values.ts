import { setTimeout as sleep } from 'node:timers/promises';

import { reservationId, type OwnershipParts } from '../../reservation/claim-value.ts';
import { reservation } from '../../reservation/decide-reservation.ts';
import { standingOf } from '../../reservation/owner-standing.ts';
import { holdsContact, takenMessage } from '../unique-contacts.ts';
import { uniqueValues, type RowError, type RowValue, type Sharing } from './rows.ts';
import { sideBySide } from './side-by-side.ts';

/** Streams read side by side. */
const AT_ONCE = 16;
const LOOK_AGAIN_MS = 100;

interface Asked extends RowValue {
  /** Stream of the person to be registered; undefined in a preview. */
  owner?: string;
}

export interface Ownerships<Value extends Asked> {
  taken: Value[];
  /** Streams of owners that were waited for in vain: they must have crashed. */
  waitedFor: ReadonlySet<string>;
}

type Ownership = { is: 'free' | 'taken' } | { is: 'unsettled'; owner: string };

export const takenError = ({ line, unique, value }: RowValue): RowError => ({
  line,
  field: unique.field,
  message: unique.field === 'cpf' ? 'Este CPF já está cadastrado' : takenMessage(unique, value),
});

/**
 * Which of the values that must be unique belong to a registered person. Waits for those whose owner is on its way until
 * all have settled, all together and at most `patienceMs`.
 */
export async function takenValues<Value extends Asked>(
  service: OwnershipParts,
  tenantId: string,
  { values, sharing, patienceMs }: { values: readonly Value[]; sharing: Sharing; patienceMs: number },
): Promise<Ownerships<Value>> {
  const asked = uniqueValues(sharing);
  const taken: Value[] = [];
  let open = values.filter(({ unique }) => asked.includes(unique));
  for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
    const found = await sideBySide(open, AT_ONCE, (value) => ownership(service, tenantId, value));
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
  service: OwnershipParts,
  tenantId: string,
  { unique, value, owner }: Asked,
): Promise<Ownership> {
  const { handler, domainLog, digest } = service;
  const state = await handler.load(reservation, reservationId(digest, unique.kind, tenantId, value));
  if (state.status === 'free' || state.owner === owner) return { is: 'free' };
  const standing = await standingOf(domainLog, state.owner);
  if (standing.is === 'ended') return { is: 'free' };
  if (standing.is !== 'there') return { is: 'unsettled', owner: state.owner };
  const isHeld = unique.field === 'cpf' || (await holdsContact(service, unique.kind, value)(state.owner));
  return { is: isHeld ? 'taken' : 'free' };
}
