import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  assertEngines,
  migrateInstallation,
  migrateLog,
  migrateSecurityLog,
  type SettingsOf,
} from '@lacre/adapters';
import { migrateCommand } from '@lacre/command';
import { migrateIdentity } from '@lacre/identity';
import { migrateKeys } from '@lacre/personal-data/postgres';
import { migrateSecrets } from '@lacre/personal-data/secrets';
import { createPool, migrate, SchemaMismatch } from '@lacre/postgres';
import { migrateProjector, migrateWebhooks } from '@lacre/projector';
import { migrateQuery } from '@lacre/query';
import { migrateSigner } from '@lacre/signer';
import { migratePush } from '@lacre/web-push';
import { workQueueSchema } from '@lacre/work-queue/postgres';
import type { Pool } from 'pg';

import { databaseAddress } from '../addresses.ts';
import { NoInstallation } from '../audit/open-installation.ts';
import { CannotWrite } from './cannot-write.ts';
import { say as sayTo, type LogCommand } from './command.ts';
import { grantToServices, newPassword, rolesOf, setPassword } from './service-roles.ts';
import { UsageError } from './usage-error.ts';

/** Every schema that a service would bring up to date when it starts, but for tables of read models: those are built. */
const MIGRATIONS: readonly ((pool: Pool) => Promise<unknown>)[] = [
  migrateKeys,
  migrateInstallation,
  migrateSecurityLog,
  migrateSecrets,
  migrateIdentity,
  migrateCommand,
  migratePush,
  migrateProjector,
  migrateWebhooks,
  migrateQuery,
  migrateSigner,
  (pool) => migrate(pool, workQueueSchema),
];

/** Makes every table but those of read models and of a log, as first starts of the services would. */
export async function migrateSchemas(pool: Pool): Promise<void> {
  for (const each of MIGRATIONS) await each(pool);
}

export interface MigrateRequest {
  dataDir: string;
  environment: SettingsOf<'commands'>;
  /** Whether it is only said what is to be done. */
  check: boolean;
  /** What the names of the services' roles begin with, where they are to be made or brought up to date. */
  rolePrefix: string | undefined;
  /** Where an address with a new password is written for each of them. */
  urlFolder: string | undefined;
}

/**
 * `lacre migrate`: brings every schema up to date, and the roles of the services. May be stopped and run again.
 *
 * @param say prints a line for the operator
 * @returns whether anything is still to be done
 * @throws NoInstallation, EnginesUnavailable, RolesRefused
 */
export async function migrateDatabase(
  request: MigrateRequest,
  say: (line: string) => void,
): Promise<'done' | 'behind'> {
  const { environment, check, rolePrefix } = request;
  const url = environment.DATABASE_URL ?? (await databaseAddress(request.dataDir));
  if (url === undefined)
    throw new NoInstallation('falta DATABASE_URL: o banco de dados embutido é migrado por npm start');
  const { DATABASE_DIRECT_URL: directUrl = url } = environment;
  const asked = { ...environment, DATABASE_URL: directUrl, AUTO_MIGRATE: !check };
  await assertEngines(asked, ['DATABASE_URL'], () => {});
  const pool = createPool(directUrl, {
    max: 2,
    applicationName: 'lacre-migrate',
    statementTimeoutMs: 0,
    migrations: check ? 'check' : 'apply',
  });
  try {
    await migrateSchemas(pool);
    if (await keepsLog(pool, environment)) await migrateLog(pool);
    say('O banco de dados está em dia com esta versão.');
    if (rolePrefix !== undefined) await prepareRoles(pool, { ...request, rolePrefix, url }, say);
    return 'done';
  } catch (error) {
    if (!check || !(error instanceof SchemaMismatch)) throw error;
    say(error.message);
    return 'behind';
  } finally {
    await pool.end();
  }
}

async function prepareRoles(
  pool: Pool,
  { rolePrefix, urlFolder, url }: MigrateRequest & { rolePrefix: string; url: string },
  say: (line: string) => void,
): Promise<void> {
  const roles = rolesOf(rolePrefix);
  await grantToServices(pool, roles);
  say(`Cada serviço tem seu papel e só os direitos que usa: ${roles.map(({ name }) => name).join(', ')}.`);
  if (urlFolder === undefined)
    return say(
      'As senhas ficam como estão. A de um papel novo é dada por você (\\password), ou com --url-folder PASTA, que troca a de todos.',
    );
  const cannotWrite = ({ code, path }: NodeJS.ErrnoException): never => {
    throw new CannotWrite(
      `não foi possível escrever em ${path} (${code}): o papel deste endereço ficou com a senha de antes. Dê a pasta a este usuário e repita o comando.`,
    );
  };
  await mkdir(urlFolder, { recursive: true, mode: 0o700 }).catch(cannotWrite);
  for (const role of roles) {
    const own = new URL(url);
    own.username = role.name;
    own.password = newPassword();
    // Before the server knows it: a lost password would lock the service out.
    const file = join(urlFolder, role.service);
    await writeFile(file, `${own.href}\n`, { mode: 0o600, flush: true }).catch(cannotWrite);
    await setPassword(pool, role, own.password);
  }
  say(
    `Os endereços com senhas novas estão em ${urlFolder}, legíveis só pelo dono: DATABASE_URL_FILE=${join(urlFolder, 'command')} e assim por diante.`,
  );
}

/** Whether the log is in the database, as far as is known: as the installation remembers, else as is set. */
async function keepsLog(
  pool: Pool,
  { EVENT_STORE_URL: url }: MigrateRequest['environment'],
): Promise<boolean> {
  const { rows } = await pool.query<{ kind: string }>('select log_kind as kind from installation.identity');
  return (rows[0]?.kind ?? (url === undefined ? 'postgres' : 'kurrentdb')) === 'postgres';
}

/** `lacre migrate`: ends with 1 when something is still to be done. */
export const runMigrate: LogCommand = async ({ values, dataDir, environment, terminal }) => {
  const { roles: rolePrefix, 'url-folder': urlFolder, check } = values;
  if (check && rolePrefix !== undefined) throw new UsageError('--check e --roles se excluem');
  if (urlFolder !== undefined && rolePrefix === undefined) throw new UsageError('--url-folder pede --roles');
  const request = { dataDir, environment, check, rolePrefix, urlFolder };
  return (await migrateDatabase(request, (line) => sayTo(terminal, line))) === 'done' ? 0 : 1;
};
