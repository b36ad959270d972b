import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { keyId, type KeyRing, type SettingsOf } from '@lacre/adapters';
import type { Pool } from 'pg';

import { NoInstallation, openGround } from '../../audit/open-installation.ts';
import { keepRing, keyRingsOf } from '../../secrets.ts';
import { ringWords, type RingName } from './secret-table.ts';

/** The installation's keys, as its operator changes them. */
export interface OpenKeys {
  pool: Pool;
  dataDir: string;
  environment: SettingsOf<'commands'>;
  /** Whether they are kept in the data folder, and changed there; else the environment gives them. */
  inFolder: boolean;
  /** Undefined where the environment, which gives keys, does not give this one here. */
  ringOf(name: RingName): KeyRing | undefined;
  idOf(name: RingName, key: Buffer): string;
  /** Only where they are kept in the folder. */
  keep(name: RingName, ring: KeyRing): Promise<void>;
  close(): Promise<void>;
}

/** @throws NoInstallation, StartRefused, EnginesUnavailable */
export async function openKeys(dataDir: string, environment: SettingsOf<'commands'>): Promise<OpenKeys> {
  const { pool, close } = await openGround(dataDir, environment, { asksLog: false });
  const { rows } = await pool.query<{ isThere: boolean }>(
    `select to_regclass('installation.used_key') is not null and to_regclass('identity.jwks') is not null
        as "isThere"`,
  );
  if (rows[0]?.isThere !== true) {
    await close();
    throw new NoInstallation('nada foi iniciado com este banco de dados ainda: não há chaves em uso');
  }
  const inFolder = existsSync(join(dataDir, 'secrets.json'));
  const rings = await keyRingsOf(dataDir, environment);
  return {
    pool,
    dataDir,
    environment,
    inFolder,
    ringOf: (name) => rings[ringWords(name).setting],
    idOf: (name, key) => keyId(ringWords(name).setting, key),
    keep: (name, ring) => keepRing(dataDir, ringWords(name).secret, ring),
    close,
  };
}
