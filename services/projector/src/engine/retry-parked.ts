import { writeEvents, type EngineDeps } from './apply-batch.ts';
import { lockLive, targetOf } from './checkpoints.ts';
import { readParked } from './parked-events.ts';
import type { Projection } from './projection.ts';
import { inTransaction } from './transaction.ts';

/**
 * Folds the parked events of one stream into the live target, in their order, once what kept them out is mended. All
 * or none; the projector may be running. Commit point: rows written and parked rows gone, together.
 *
 * @returns how many events were folded.
 * @throws FoldFailure, or the database's error, when the target still cannot take them: they stay parked.
 */
export async function retryParked(
  deps: Pick<EngineDeps, 'pool' | 'eventStore'>,
  projection: Projection,
  stream: string,
): Promise<number> {
  return inTransaction(deps.pool, async (client) => {
    const [row] = await lockLive(client, projection);
    const target = row && targetOf(projection, row);
    if (target === undefined) return 0;
    const events = await readParked(client, deps.eventStore, target, stream);
    await writeEvents(client, target, events);
    await client.query('delete from projector.parked_event where target = $1 and stream = $2', [
      target.id,
      stream,
    ]);
    return events.length;
  });
}
