import { setTimeout as sleep } from 'node:timers/promises';

import type { Pool } from 'pg';

import { checkpointsOf } from './engine/checkpoints.ts';
import { readModels } from './projections/index.ts';

const LOOK_AGAIN_MS = 25;
/** Events that are folded within a second or two: a start waits for so few. */
const FEW_EVENTS = 10_000;
/** Looks after which a build that says how far it is is not waited for. */
const MOST_LOOKS = 80;
/** The same for one that says nothing: it has not begun, or another instance of an earlier release does not begin it. */
const MOST_LOOKS_AT_NOTHING = 400;

/**
 * Resolves when every read model can be read in the shape of this release, or when that is known to take longer than a
 * moment. For a process that serves everything: it listens then, whatever the size of the log.
 *
 * @returns whether some are still being built
 */
export async function untilModelsReadable(pool: Pool): Promise<'readable' | 'building'> {
  for (let looks = 0; ; looks += 1) {
    if (await areLive(pool)) return 'readable';
    const { rows } = await pool.query<{ events_left: bigint }>(
      'select events_left from projector.build_progress',
    );
    const [progress] = rows;
    if (progress !== undefined && progress.events_left > FEW_EVENTS) return 'building';
    if (looks >= (progress === undefined ? MOST_LOOKS_AT_NOTHING : MOST_LOOKS)) return 'building';
    await sleep(LOOK_AGAIN_MS);
  }
}

/** Resolves when every read model is live in the shape of this release, or when the signal aborts. */
export async function untilModelsLive(pool: Pool, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await areLive(pool)))
    await sleep(LOOK_AGAIN_MS * 20, undefined, { signal }).catch(() => {});
}

async function areLive(pool: Pool): Promise<boolean> {
  for (const { name, version } of readModels) {
    const live = (await checkpointsOf(pool, name)).find(({ state }) => state === 'live');
    if (live === undefined || live.version < version) return false;
  }
  return true;
}
