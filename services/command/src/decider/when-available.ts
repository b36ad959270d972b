import { setTimeout as sleep } from 'node:timers/promises';

import { EventStoreUnavailable } from '@lacre/event-store';

/** Waits before asking an unavailable store again, milliseconds. */
const UNAVAILABLE_WAITS_MS = [50, 200, 600];

/** Repeats what the store did not answer; safe for appends because their event ids stay the same. */
export async function whenAvailable<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (const waitMs of UNAVAILABLE_WAITS_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      await sleep(waitMs * (0.5 + Math.random()));
    }
  }
  return attempt();
}
