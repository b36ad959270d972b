import { createHmac } from 'node:crypto';

import type { ClientBase, Pool } from 'pg';

import type { Environment } from '../environment.ts';

/** Keys that an installation made for itself, by the settings that give them. */
export const OWN_KEY_NAMES = [
  'BLOB_MASTER_KEY',
  'DIGEST_KEY',
  'IDENTITY_SECRET',
  'PAYLOAD_KEY',
  'PERSONAL_DATA_KEYS',
  'PROOF_SECRET',
] as const;
export type OwnKeyName = (typeof OWN_KEY_NAMES)[number];

/** At least one, that which is used first; the others are former or coming ones, by which is only read. */
export type KeyRing = readonly [Buffer, ...Buffer[]];
export type KeyRings = Partial<Record<OwnKeyName, KeyRing>>;
export type OwnKeys = Partial<Record<OwnKeyName, readonly Buffer[]>>;

/** Those without which something is lost that nothing else tells: none that was used may be missing. */
const WORDS: Partial<Record<OwnKeyName, string>> = {
  PAYLOAD_KEY: 'a chave das evidências dentro dos arquivos selados',
  DIGEST_KEY: 'a chave dos endereços já usados (emails, CPF, CNPJ)',
};

/** A key that is given is not the installation's. The message is for people, and shows none. */
export class KeysOfAnother extends Error {
  override readonly name = 'KeysOfAnother';
}

const TABLE = 'installation.used_key';

/** An id that distinguishes keys and discloses nothing of them; of personal data as wrapped keys name theirs. */
export const keyId = (name: OwnKeyName, key: Buffer): string =>
  createHmac('sha256', key)
    .update(name === 'PERSONAL_DATA_KEYS' ? 'lacre: master key' : `lacre: ${name}`)
    .digest('hex')
    .slice(0, 16);

/** What the environment gives of the installation's keys. */
export function ownKeysOf(environment: Partial<Pick<Environment, OwnKeyName>>): KeyRings {
  const { DIGEST_KEY: digestKey, ...rest } = environment;
  const rings = OWN_KEY_NAMES.flatMap((name) => {
    const ring = name === 'DIGEST_KEY' ? digestKey && ([digestKey] as const) : rest[name];
    return ring === undefined ? [] : [[name, ring] as const];
  });
  return Object.fromEntries(rings);
}

/** A ring as stores of files take it. */
export const masterKeysOf = ([masterKey, ...formerKeys]: KeyRing) => ({ masterKey, formerKeys });

/** @throws KeysOfAnother */
export async function assertOwnKeys(client: ClientBase | Pool, keys: OwnKeys): Promise<void> {
  const noted = await notedKeys(client);
  const lines = entriesOf(keys).flatMap(([name, ring]) => {
    const [words, given] = [WORDS[name], ring.map((key) => keyId(name, key))];
    const lacks = noted.some((key) => key.name === name && !given.includes(key.id));
    return words === undefined || !lacks
      ? []
      : [
          `${words} (${name}, ou secrets.json na pasta de dados) não é a desta instalação. Restaure-a da cópia de segurança. Nada foi escrito.`,
        ];
  });
  if (lines.length > 0) throw new KeysOfAnother(lines.join('\n'));
}

/** A key that is or was used, and since when; undefined for one from before that was written down. */
export interface NotedKey {
  name: OwnKeyName;
  id: string;
  since: Date | undefined;
}

/** The newest first. */
export async function notedKeys(client: ClientBase | Pool): Promise<NotedKey[]> {
  const { rows } = await client.query<{ name: OwnKeyName; fingerprint: string; noted_at: Date | null }>(
    `select name, fingerprint, noted_at from ${TABLE} order by name, noted_at desc nulls last`,
  );
  return rows.map(({ name, fingerprint: id, noted_at: since }) => ({ name, id, since: since ?? undefined }));
}

/** Those that are used from now on. */
export async function noteOwnKeys(client: ClientBase | Pool, keys: OwnKeys): Promise<void> {
  for (const [name, [current]] of entriesOf(keys)) {
    if (current === undefined) continue;
    await client.query(
      `insert into ${TABLE} (name, fingerprint) values ($1, $2) on conflict (name, fingerprint) do nothing`,
      [name, keyId(name, current)],
    );
  }
}

/** All but the current one: nothing needs them any more. */
export async function forgetFormerKeys(pool: Pool, name: OwnKeyName, [current]: KeyRing): Promise<void> {
  await pool.query(`delete from ${TABLE} where name = $1 and fingerprint <> $2`, [
    name,
    keyId(name, current),
  ]);
}

const entriesOf = (keys: OwnKeys) => Object.entries(keys) as [OwnKeyName, readonly Buffer[]][];
