import type { Position } from '@lacre/event-store';

import type { EngineDeps } from '../engine/apply-batch.ts';
import { lockLive, placeOfRow } from '../engine/checkpoints.ts';
import { viewOf, comparePlaces } from '../engine/target.ts';
import { inTransaction } from '../engine/transaction.ts';
import { openWorkModel } from './index.ts';
import { openWork } from './open-work.ts';

/** Open work at one place in the log. */
export interface OpenWorkNow {
  /** Whether an event at that position asks for work that is still to do: open, or not even seen. */
  isOpen(kind: string, key: string, askedAt: Position): boolean;
}

/** Work of these kinds that the log had asked for, and had no answer to, at the place the projector has come to. */
export function openWorkNow(
  { pool, eventStore }: Pick<EngineDeps, 'pool' | 'eventStore'>,
  kinds: readonly string[],
): Promise<OpenWorkNow> {
  return inTransaction(pool, async (client) => {
    const row = await lockLive(client, openWorkModel);
    if (row === undefined) return { isOpen: () => true };
    const place = placeOfRow(row);
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
