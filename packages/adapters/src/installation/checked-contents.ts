import type { Pool } from 'pg';

/** Contents that a check has read: a prefix of what the log names, known by how many they are and by a digest of them. */
export interface CheckedContents {
  /** Where they lay and by what they were judged: what was found under something else says nothing. */
  under: string;
  entries: number;
  /** SHA-256 of the entries in the log's order, hexadecimal. */
  digest: string;
  /** Entries of them that did not fit. */
  faulty: readonly string[];
  /** The first of them was last read then. */
  readSince: Date;
}

/** SQLSTATEs of a database that another release migrated, or that may not be written to: nothing is remembered there. */
const NOT_KEPT = /^(?:42P01|3F000|42501|25006)$/;

const orNothing = (error: unknown): undefined => {
  if (NOT_KEPT.test((error as { code?: string }).code ?? '')) return undefined;
  throw error;
};

/** What the last run of a check found whole, or undefined. */
export async function checkedContents(pool: Pool, name: string): Promise<CheckedContents | undefined> {
  const text =
    'select under, entries, digest, faulty, read_since as "readSince" from installation.checked_content where name = $1';
  const found = await pool
    .query<Omit<CheckedContents, 'entries'> & { entries: bigint }>(text, [name])
    .catch(orNothing);
  const row = found?.rows[0];
  return row && { ...row, entries: Number(row.entries) };
}

/** Remembers it for the next run, where that can be. */
export async function noteCheckedContents(
  pool: Pool,
  name: string,
  { under, entries, digest, faulty, readSince }: CheckedContents,
): Promise<void> {
  const text = `insert into installation.checked_content (name, under, entries, digest, faulty, read_since)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (name) do update set under = excluded.under, entries = excluded.entries, digest = excluded.digest,
      faulty = excluded.faulty, read_since = excluded.read_since`;
  await pool.query(text, [name, under, entries, digest, faulty, readSince]).catch(orNothing);
}
