import { setTimeout as sleep } from 'node:timers/promises';

import type { Pool } from 'pg';

import { checkpointsOf } from './engine/checkpoints.ts';
import { readModels } from './projections/index.ts';

const LOOK_AGAIN_MS = 25;

/**
 * Resolves when every read model can be read in the shape of this release: a new one, or one whose version rose, is
 * first built beside what is there. For whoever must not answer before, such as a process that serves everything.
 */
export async function untilModelsLive(pool: Pool): Promise<void> {
  for (const { name, version } of readModels) {
    for (;;) {
      const checkpoints = await checkpointsOf(pool, name);
      if (checkpoints.some((row) => row.state === 'live' && row.version >= version)) break;
      await sleep(LOOK_AGAIN_MS);
    }
  }
}
