import { createPool, type Log, type PoolOptions } from '@lacre/postgres';
import type { Pool } from 'pg';

import type { Environment } from './environment.ts';

type DatabaseSettings = Pick<Environment, 'DATABASE_DIRECT_URL'> & Partial<Pick<Environment, 'AUTO_MIGRATE'>>;

/** How pools of a process reach its database, beside the address, as the environment says. */
export const poolAccess = (
  { DATABASE_DIRECT_URL: directUrl, AUTO_MIGRATE: migrates = true }: DatabaseSettings,
  log: Log,
): Pick<PoolOptions, 'directUrl' | 'migrations' | 'log'> => ({
  directUrl,
  migrations: migrates ? 'apply' : 'check',
  log,
});

/** Opens pools on the database that the environment names. */
export const poolOpener =
  (environment: DatabaseSettings & { DATABASE_URL: string }, log: Log) =>
  (applicationName: string, max: number, more: Partial<PoolOptions> = {}): Pool =>
    createPool(environment.DATABASE_URL, { ...poolAccess(environment, log), applicationName, max, ...more });
