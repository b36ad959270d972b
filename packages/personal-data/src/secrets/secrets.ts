import { migrate } from '@lacre/postgres';
import type { Pool } from 'pg';

import { MasterKeys } from '../master-keys.ts';
import { mayUpdate } from '../may-update.ts';

/** Small secrets of integrators, encrypted with the installation's master keys; the log knows them by id alone. */
export interface Secrets {
  /** Keeps a secret, once: the first one under an id stays. @returns what is kept */
  keep(secretId: string, secret: Uint8Array): Promise<Buffer>;
  /** @throws MasterKeyMissing. Undefined when there is none. */
  find(secretId: string): Promise<Buffer | undefined>;
  /** May be repeated. */
  forget(secretId: string): Promise<void>;
}

const createTable = `
create table secret (
  secret_id uuid primary key,
  master_key text not null,
  wrapped bytea not null,
  kept_at timestamptz not null default now()
);
`;

interface Row {
  secret_id: string;
  master_key: string;
  wrapped: Buffer;
}

/** Brings the schema `integration` up to date. */
export const migrateSecrets = (pool: Pool): Promise<string[]> =>
  migrate(pool, { schema: 'integration', migrations: [{ id: '001-secrets', sql: createTable }] });

/** Brings the schema `integration` up to date, and wraps what an earlier master key wrapped with the current one. */
export async function openSecrets(pool: Pool, masterKeys: readonly Buffer[]): Promise<Secrets> {
  await migrateSecrets(pool);
  const keys = new MasterKeys(masterKeys);
  const { rows } = await pool.query<Row>('select * from integration.secret where master_key <> $1', [
    keys.current,
  ]);
  const wrapsAgain = rows.length > 0 && (await mayUpdate(pool, 'integration.secret'));
  for (const { secret_id: id, master_key: masterKey, wrapped } of wrapsAgain ? rows : []) {
    const again = keys.wrap(id, keys.unwrap(id, { masterKey, wrapped }));
    await pool.query(
      'update integration.secret set master_key = $2, wrapped = $3 where secret_id = $1 and master_key = $4',
      [id, again.masterKey, again.wrapped, masterKey],
    );
  }

  async function find(secretId: string): Promise<Buffer | undefined> {
    const [row] = (await pool.query<Row>('select * from integration.secret where secret_id = $1', [secretId]))
      .rows;
    return row && keys.unwrap(secretId, { masterKey: row.master_key, wrapped: row.wrapped });
  }

  return {
    find,
    async forget(secretId) {
      await pool.query('delete from integration.secret where secret_id = $1', [secretId]);
    },
    async keep(secretId, secret) {
      const { masterKey, wrapped } = keys.wrap(secretId, Buffer.from(secret));
      await pool.query(
        'insert into integration.secret (secret_id, master_key, wrapped) values ($1, $2, $3) on conflict do nothing',
        [secretId, masterKey, wrapped],
      );
      const kept = await find(secretId);
      if (kept === undefined) throw new Error('a secret that was just kept is gone');
      return kept;
    },
  };
}
