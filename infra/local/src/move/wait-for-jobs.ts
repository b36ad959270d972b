import { setTimeout as sleep } from 'node:timers/promises';

import { openJobsOfTenant } from '@lacre/projector';

import type { Installation } from '../audit/open-installation.ts';
import { MoveRefused } from './move-refused.ts';

/** How long jobs may take that ran when the tenant was frozen, milliseconds. */
const ENDED_WITHIN_MS = 120_000;
/** How long a job that a queue says nothing of goes on once its tenant is frozen: its visibility, and some more. */
const UNTOLD_MS = 15_000;
const LOOK_AGAIN_MS = 250;

/**
 * Waits until no job of a frozen tenant runs: none is begun any more.
 *
 * @throws MoveRefused when one does not end
 */
export async function waitForJobs({ pool }: Installation, tenantId: string): Promise<void> {
  const { running: told } = await openJobsOfTenant(pool, tenantId);
  if (told === undefined) return sleep(UNTOLD_MS);
  for (let waitedMs = 0; waitedMs < ENDED_WITHIN_MS; waitedMs += LOOK_AGAIN_MS) {
    const { running } = await openJobsOfTenant(pool, tenantId);
    if (running === 0) return;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new MoveRefused('um trabalho da conta, na origem, não termina: veja lacre work list.');
}
