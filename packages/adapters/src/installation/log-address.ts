import { MasterKeys } from '@lacre/personal-data';
import type { Pool } from 'pg';
import { z } from 'zod';

import { migrateInstallation, readIdentity } from './installation-table.ts';

const schema = z.object({ url: z.string(), prefix: z.string() });

/** Where a log's server is, and what the names of the installation's streams begin with there. */
export type LogAddress = z.output<typeof schema>;

/**
 * The address of the installation's log as its last start had it, so that no command depends on an operator remembering
 * a variable. Undefined where the log is in the database, or nothing was started yet.
 *
 * @throws MasterKeyMissing
 */
export async function rememberedLogAddress(
  pool: Pool,
  masterKeys: readonly Buffer[],
): Promise<LogAddress | undefined> {
  await migrateInstallation(pool);
  const known = await readIdentity(pool);
  if (known?.address === undefined) return undefined;
  const text = new MasterKeys(masterKeys).unwrap(known.installationId, known.address).toString();
  return schema.parse(JSON.parse(text));
}
