import type { Pool } from 'pg';

import type { LogPlace } from './facts.ts';
import { alone, announceBirth, migrateInstallation, noteEpoch, readIdentity } from './installation-table.ts';
import { NotNow } from './not-now.ts';
import { newEpoch } from './settle.ts';

/**
 * Says in an empty database whose installation is being put back into it, before anything else is.
 *
 * The epoch is one that no log has yet: until `adoptLog` begins another, nothing starts on the half that is there.
 *
 * @throws NotNow when a process was started on it meanwhile
 */
export async function announceRestored(
  pool: Pool,
  { installationId, place }: { installationId: string; place: LogPlace },
): Promise<void> {
  await migrateInstallation(pool);
  await alone(pool, async (client) => {
    if ((await readIdentity(client)) !== undefined)
      throw new NotNow(
        'O Lacre foi iniciado no banco de dados durante a restauração. Encerre todos os processos, esvazie o banco de dados e a pasta, e repita.',
      );
    const epoch = newEpoch();
    await announceBirth(client, { installationId, epoch, log: place });
    await noteEpoch(client, epoch);
  });
}
