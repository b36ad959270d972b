import { hkdfSync } from 'node:crypto';

import { WrongMasterKey } from '../port.ts';
import type { SealedPlace } from './sealed-place.ts';

/** What a store is opened with, 32 bytes each. */
export interface MasterKeysGiven {
  /** Every data key derives from it: without it nothing can be read. */
  masterKey: Uint8Array;
  /** Master keys from before it: they open what was encrypted under them. */
  formerKeys?: readonly Uint8Array[];
}

/** The current one first. */
export type MasterKeyRing = readonly [Uint8Array, ...Uint8Array[]];

/** @throws RangeError for a master key of another length than 32 bytes */
export function ringOf({ masterKey, formerKeys = [] }: MasterKeysGiven): MasterKeyRing {
  const ring = [masterKey, ...formerKeys].map((key) => Uint8Array.from(key));
  if (ring.some(({ byteLength }) => byteLength !== 32))
    throw new RangeError('The master key of the blob store has 32 bytes');
  return ring as [Uint8Array, ...Uint8Array[]];
}

const CHECK_BYTES = 32;

/** Tells of a master key that it is the one, and nothing else of it. */
const checkOf = (masterKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'lacre blob key check', CHECK_BYTES));

/**
 * Refuses keys that are not the store's, or lack one that something in it may be encrypted under; the current key is the
 * store's from here on.
 *
 * @throws WrongMasterKey
 */
export async function checkMasterKeys(place: SealedPlace, ring: MasterKeyRing): Promise<void> {
  const current = checkOf(ring[0]);
  const found = await place.keepKeyCheck(current);
  const noted = Array.from({ length: Math.ceil(found.byteLength / CHECK_BYTES) }, (_, index) =>
    found.subarray(index * CHECK_BYTES, (index + 1) * CHECK_BYTES),
  );
  const given = ring.map(checkOf);
  if (noted.length === 0 || !noted.every((check) => given.some((own) => own.equals(check))))
    throw new WrongMasterKey(
      `a chave dos arquivos guardados (BLOB_MASTER_KEY, ou secrets.json na pasta de dados) não é a desta instalação: ${place.where} foi cifrada com outra. Restaure-a da cópia de segurança.`,
    );
  if (!noted.some((check) => check.equals(current)))
    await place.replaceKeyCheck(Buffer.concat([current, ...noted]));
}

/** From here on the current key alone opens the store. */
export const retireFormerKeys = (place: SealedPlace, [current]: MasterKeyRing): Promise<void> =>
  place.replaceKeyCheck(checkOf(current));
