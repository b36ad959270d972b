import { migrateSecurityLog } from '@lacre/adapters';
import { migrateIdentity } from '@lacre/identity/counting';
import { migrateSharedTables } from '@lacre/read-models';
import type { Pool } from 'pg';

/** What this service reads besides the read models, and where it counts and notes; to be run by a role that may create roles and schemas. */
export async function migrateQuery(pool: Pool): Promise<void> {
  await migrateSharedTables(pool);
  await migrateSecurityLog(pool);
  await migrateIdentity(pool);
}
