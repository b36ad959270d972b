import { createHmac } from 'node:crypto';

import type { ClientBase, Pool } from 'pg';

/** Keys that an installation keeps for life, by the settings that give them: what another had made cannot be read or found. */
export type OwnKeys = Partial<Record<'PAYLOAD_KEY' | 'DIGEST_KEY', Buffer>>;

const WORDS: Readonly<Record<keyof OwnKeys, string>> = {
  PAYLOAD_KEY: 'a chave das evidências dentro dos arquivos selados',
  DIGEST_KEY: 'a chave dos endereços já usados (emails, CPF, CNPJ)',
};

/** A key that is given is not the installation's. The message is for people, and shows none. */
export class KeysOfAnother extends Error {
  override readonly name = 'KeysOfAnother';
}

const TABLE = 'installation.own_key';

/** Tells keys apart without telling anything of them. */
const fingerprint = (name: string, key: Buffer): string =>
  createHmac('sha256', key).update(`lacre: ${name}`).digest('hex').slice(0, 16);

/** @throws KeysOfAnother */
export async function assertOwnKeys(client: ClientBase | Pool, keys: OwnKeys): Promise<void> {
  const { rows } = await client.query<{ name: string; fingerprint: string }>(`select * from ${TABLE}`);
  const known = new Map(rows.map((row) => [row.name, row.fingerprint]));
  const wrong = entriesOf(keys).filter(([name, key]) => {
    const noted = known.get(name);
    return noted !== undefined && noted !== fingerprint(name, key);
  });
  if (wrong.length === 0) return;
  const lines = wrong.map(
    ([name]) =>
      `${WORDS[name]} (${name}, ou secrets.json na pasta de dados) não é a desta instalação. Restaure-a da cópia de segurança. Nada foi escrito.`,
  );
  throw new KeysOfAnother(lines.join('\n'));
}

/** Those that no process gave before are the installation's from here on. */
export async function noteOwnKeys(client: ClientBase | Pool, keys: OwnKeys): Promise<void> {
  for (const [name, key] of entriesOf(keys))
    await client.query(
      `insert into ${TABLE} (name, fingerprint) values ($1, $2) on conflict (name) do nothing`,
      [name, fingerprint(name, key)],
    );
}

const entriesOf = (keys: OwnKeys) => Object.entries(keys) as [keyof OwnKeys, Buffer][];
