import type { Pool } from 'pg';

import { identitySchema } from './migrations.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';
import { placeOfTokenKey } from './signing-keys.ts';

/** Where something is sealed by the secrets of the identity store, and the place that it is sealed for. */
const SEALED = [
  { table: 'jwks', column: '"privateKey"', placeOf: placeOfTokenKey },
  { table: 'second_factor', column: 'sealed', placeOf: (id: string) => id },
] as const;

/**
 * Seals by the first secret what a former one sealed, after which the former one may go. May be ended and begun again
 * anywhere, in any number of processes. What no secret opens stays as it is.
 *
 * @returns how many were sealed anew
 */
export async function reseal(pool: Pool, secrets: IdentitySecrets): Promise<number> {
  const box = boxOf(secrets);
  let count = 0;
  for (const { table, column, placeOf } of SEALED) {
    for (const { id, sealed } of await sealedOtherwise(pool, box, { table, column })) {
      const text = openedBy(box, sealed, placeOf(id));
      if (text === undefined) continue;
      // Commit point: each by itself.
      const { rowCount } = await pool.query(
        `update ${identitySchema}.${table} set ${column} = $1 where id = $2 and ${column} = $3`,
        [box.seal(text, placeOf(id)), id, sealed],
      );
      count += rowCount ?? 0;
    }
  }
  return count;
}

/** How many things a former secret opens and the first one does not. */
export async function countSealedByFormer(pool: Pool, secrets: IdentitySecrets): Promise<number> {
  const [box, current] = [boxOf(secrets), boxOf([secrets[0]])];
  let count = 0;
  for (const { table, column, placeOf } of SEALED)
    for (const { id, sealed } of await sealedOtherwise(pool, box, { table, column }))
      if (!isOpenedBy(current, sealed, placeOf(id)) && isOpenedBy(box, sealed, placeOf(id))) count += 1;
  return count;
}

/** 32 bytes each, the one that seals first. */
export type IdentitySecrets = readonly [Buffer, ...Buffer[]];

export const boxOf = ([first, ...former]: IdentitySecrets): SecretBox =>
  createSecretBox(first.toString('hex'), ...former.map((secret) => secret.toString('hex')));

async function sealedOtherwise(
  pool: Pool,
  { mark }: SecretBox,
  { table, column }: { table: string; column: string },
): Promise<{ id: string; sealed: string }[]> {
  const { rows } = await pool.query<{ id: string; sealed: string }>(
    `select id::text as id, ${column} as sealed from ${identitySchema}.${table}
      where ${column} <> '' and left(${column}, length($1)) <> $1`,
    [mark],
  );
  return rows;
}

const isOpenedBy = (box: SecretBox, sealed: string, place: string): boolean =>
  openedBy(box, sealed, place) !== undefined;

function openedBy(box: SecretBox, sealed: string, place: string): string | undefined {
  try {
    return box.open(sealed, place);
  } catch {
    return undefined;
  }
}
