import type { Position } from '@lacre/event-store';

import type { EngineDeps } from '../engine/apply-batch.ts';
import { lockLive, placeOfRow } from '../engine/checkpoints.ts';
import { comparePlaces, lowestPlace, viewOf } from '../engine/target.ts';
import { inTransaction } from '../engine/transaction.ts';
import { openWorkModel } from './index.ts';
import { openWork } from './open-work.ts';

/** Open work at one place in the log. */
export interface OpenWorkNow {
  /** Whether an event at that position asks for work that is still to do: open, or maybe not even seen. */
  isOpen(kind: string, key: string, askedAt: Position): boolean;
}

/** Work of these kinds that the log had asked for, and had no answer to, at the place every partition has come to. */
export function openWorkNow(
  { pool, eventStore }: Pick<EngineDeps, 'pool' | 'eventStore'>,
  kinds: readonly string[],
): Promise<OpenWorkNow> {
  return inTransaction(pool, async (client) => {
    const checkpoints = await lockLive(client, openWorkModel);
    if (checkpoints.length === 0) return { isOpen: () => true };
    const place = lowestPlace(eventStore, checkpoints.map(placeOfRow));
    const { rows } = await client.query<{ kind: string; key: string }>(
      `select kind, key from ${viewOf(openWorkModel, openWork)} where kind = any ($1)`,
      [kinds],
    );
    const open = new Set(rows.map(({ kind, key }) => `${kind} ${key}`));
    return {
      isOpen: (kind, key, askedAt) =>
        open.has(`${kind} ${key}`) || comparePlaces(eventStore, askedAt, place) > 0,
    };
  });
}
