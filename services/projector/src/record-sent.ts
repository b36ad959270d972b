import { setTimeout as sleep } from 'node:timers/promises';

import { EventStoreUnavailable } from '@lacre/event-store';
import { isConnectionFailure } from '@lacre/postgres';

/** How long it is tried, milliseconds: longer than a restart of the database, shorter than a claim on what was sent. */
const PATIENCE_MS = 20_000;
const AGAIN_MS = 200;

/**
 * Records what came of a message that has left, again while the log or the database is away: unrecorded, it would leave
 * once more.
 *
 * @param record idempotent
 * @throws what kept it from being recorded, for that long or for good
 */
export async function recordSent<Result>(record: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await record();
    } catch (error) {
      const mayPass = error instanceof EventStoreUnavailable || isConnectionFailure(error);
      if (!mayPass || performance.now() >= until) throw error;
      await sleep(AGAIN_MS);
    }
  }
}
