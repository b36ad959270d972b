import { createPool, type ChangingAddress, type Log, type PoolOptions } from '@lacre/postgres';
import type { Pool } from 'pg';

import type { Environment } from './environment.ts';
import { secretNow } from './settings/given-values.ts';

type DatabaseSettings = Pick<Environment, 'DATABASE_DIRECT_URL'> & Partial<Pick<Environment, 'AUTO_MIGRATE'>>;
type AddressName = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'QUERY_DATABASE_URL';

/**
 * An address that the environment gives. Where it lies in a file, each connection takes the password that stands there
 * then: a role has one password, and processes go on with a new one without being started again.
 */
export const changingAddress = (name: AddressName, url: string): ChangingAddress => ({
  url,
  passwordNow: () => passwordIn(secretNow(name)),
});

/** How pools of a process reach its database, beside the address, as the environment says. */
export const poolAccess = (
  { DATABASE_DIRECT_URL: directUrl, AUTO_MIGRATE: migrates = true }: DatabaseSettings,
  log: Log,
): Pick<PoolOptions, 'directUrl' | 'migrations' | 'log'> => ({
  directUrl: directUrl === undefined ? undefined : changingAddress('DATABASE_DIRECT_URL', directUrl),
  migrations: migrates ? 'apply' : 'check',
  log,
});

/** Opens pools on the database that the environment names. */
export const poolOpener =
  (environment: DatabaseSettings & { DATABASE_URL: string }, log: Log) =>
  (applicationName: string, max: number, more: Partial<PoolOptions> = {}): Pool =>
    createPool(changingAddress('DATABASE_URL', environment.DATABASE_URL), {
      ...poolAccess(environment, log),
      applicationName,
      max,
      ...more,
    });

/** As pg reads an address; undefined where there is none in it, also while it is being written. */
function passwordIn(address = ''): string | undefined {
  const url = URL.parse(address);
  try {
    return url?.searchParams.get('password') || decodeURIComponent(url?.password ?? '') || undefined;
  } catch {
    return undefined;
  }
}
