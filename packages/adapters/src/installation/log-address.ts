import { MasterKeys } from '@lacre/personal-data';
import type { Pool } from 'pg';

import { migrateInstallation, readIdentity } from './installation-table.ts';

/**
 * The connection string of the installation's log as its last start had it, so that no command depends on somebody
 * remembering a variable. Undefined where the log is in the database, or nothing was started yet.
 *
 * @throws MasterKeyMissing
 */
export async function rememberedLogAddress(
  pool: Pool,
  masterKeys: readonly Buffer[],
): Promise<string | undefined> {
  await migrateInstallation(pool);
  const known = await readIdentity(pool);
  return known?.address && new MasterKeys(masterKeys).unwrap(known.installationId, known.address).toString();
}
