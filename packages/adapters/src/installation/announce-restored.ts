import type { Pool } from 'pg';

import type { LogPlace } from './facts.ts';
import { alone, announceBirth, migrateInstallation, noteEpoch } from './installation-table.ts';
import { newEpoch } from './settle.ts';

/**
 * Says in an empty database whose installation is being put back into it, before anything else is.
 *
 * The epoch is one that no log has yet: until `adoptLog` begins another, nothing starts on the half that is there.
 */
export async function announceRestored(
  pool: Pool,
  { installationId, place }: { installationId: string; place: LogPlace },
): Promise<void> {
  await migrateInstallation(pool);
  await alone(pool, async (client) => {
    const epoch = newEpoch();
    await announceBirth(client, { installationId, epoch, log: place });
    await noteEpoch(client, epoch);
  });
}
