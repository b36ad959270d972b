import { join } from 'node:path';

import { openLog, type Log } from '@lacre/adapters';
import { loadSecrets } from '@lacre/local/secrets';
import { createPool, ensureDatabase, startEmbeddedPostgres } from '@lacre/postgres';
import type { Pool } from 'pg';
import pino from 'pino';

export interface StoppedLacre extends Pick<Log, 'eventStore' | 'personalData'> {
  pool: Pool;
  databaseUrl: string;
}

/** What an installation left behind: its database, started for this alone, and its log as the product reads it. */
export async function insideOf<Result>(
  dataDir: string,
  look: (inside: StoppedLacre) => Promise<Result>,
): Promise<Result> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') });
  const databaseUrl = await ensureDatabase(postgres.connectionString(), 'lacre');
  const pool = createPool(databaseUrl, { max: 6, applicationName: 'inspection' });
  try {
    const { personalDataKeys: masterKeys } = await loadSecrets(dataDir);
    const logger = pino({ level: 'silent' });
    const log = await openLog(undefined, { pool, logger, prefix: 'lacre.', masterKeys });
    try {
      return await look({ pool, databaseUrl, eventStore: log.eventStore, personalData: log.personalData });
    } finally {
      await log.close();
    }
  } finally {
    await pool.end();
    await postgres.stop();
  }
}
