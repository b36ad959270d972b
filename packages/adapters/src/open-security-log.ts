import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { migrateSecurityLog, PostgresSecurityLog } from './security-log.ts';

/** The security log of a service in a process of its own: its lines go to standard output, beside the service's own. */
export async function openSecurityLog(options: {
  pool: Pool;
  digestKey: Uint8Array;
  logger: Logger;
  write?: (line: string) => void;
}): Promise<PostgresSecurityLog> {
  await migrateSecurityLog(options.pool);
  return new PostgresSecurityLog({
    ...options,
    write:
      options.write ?? ((line) => options.logger.info({ security: JSON.parse(line) as object }, 'security')),
  });
}
