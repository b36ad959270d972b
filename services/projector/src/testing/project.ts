import { createDomainLog } from '@lacre/domain-log';
import type { NewEvent } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { appendToEnd } from '@lacre/event-store/testing';

import { applyBatch } from '../engine/apply-batch.ts';
import { checkpointsOf, createTarget, dropTarget, makeLive } from '../engine/checkpoints.ts';
import type { Projection } from '../engine/projection.ts';
import { inTransaction } from '../engine/transaction.ts';
import type { ProjectorStage } from './projector-stage.ts';

/**
 * Given events, then rows: folds them into a projection made for this over a real database, each event in a batch of
 * its own (`'one by one'`) or all in one (`'at once'`), which must come to the same. Answers each of the queries.
 */
export async function projected(
  stage: ProjectorStage,
  projection: Projection,
  events: readonly NewEvent[],
  how: 'one by one' | 'at once',
  read: readonly string[],
): Promise<Record<string, unknown>[][]> {
  const target = await inTransaction(stage.pool, async (client) => {
    const made = await createTarget(client, projection, 'building');
    await makeLive(client, made);
    return made;
  });
  try {
    const eventStore = createMemoryEventStore();
    for (const event of events) await appendToEnd(eventStore, 'given', [event]);
    const recorded = await Array.fromAsync(createDomainLog(eventStore).readStream('given'));
    const batches = how === 'at once' ? [recorded] : recorded.map((event) => [event]);
    for (const batch of batches) {
      const last = batch.at(-1);
      if (last !== undefined) await applyBatch({ ...stage, eventStore }, [target], batch, last.position);
    }
    const parked = await stage.rows('select event_type, error from projector.parked_event');
    if (parked.length > 0) throw new Error(`parked: ${JSON.stringify(parked)}`);
    const answers = [];
    for (const text of read) answers.push(await stage.rows<Record<string, unknown>>(text));
    return answers;
  } finally {
    await inTransaction(stage.pool, async (client) => {
      for (const row of await checkpointsOf(client, projection.name)) await dropTarget(client, row);
    });
  }
}
