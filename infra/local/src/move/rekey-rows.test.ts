import { randomBytes, randomUUID } from 'node:crypto';

import { boxOf, createKeyedDigest } from '@lacre/identity';
import { MasterKeyMissing, MasterKeys } from '@lacre/personal-data';
import { expect, it } from 'vitest';

import type { End } from './ends.ts';
import { rekeysOf } from './rekey-rows.ts';

/** An installation, as far as its keys go. */
function end(): Pick<End, 'keys' | 'digestKey'> {
  return {
    digestKey: randomBytes(32),
    keys: {
      IDENTITY_SECRET: [randomBytes(32)],
      PAYLOAD_KEY: [randomBytes(32)],
      PERSONAL_DATA_KEYS: [randomBytes(32)],
    },
  };
}

const [source, target] = [end(), end()];
const rekeys = rekeysOf(source, target);
const hexOf = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

it.each([
  ['personal_data.subject_key', 'subject_id'],
  ['integration.secret', 'secret_id'],
] as const)('a key of %s stays the same, and the other master key opens it', (table, column) => {
  const [id, key] = [randomUUID(), randomBytes(32)];
  const { masterKey, wrapped } = new MasterKeys(source.keys.PERSONAL_DATA_KEYS).wrap(id, Buffer.from(key));
  const row = { [column]: id, master_key: masterKey, wrapped: hexOf(wrapped), kept: 'as it is' };
  const again = rekeys[table]?.(row) as Record<string, string>;
  expect(again).toMatchObject({ [column]: id, kept: 'as it is' });
  const there = {
    masterKey: again['master_key'] ?? '',
    wrapped: Buffer.from(again['wrapped']?.slice(2) ?? '', 'hex'),
  };
  expect(new MasterKeys(target.keys.PERSONAL_DATA_KEYS).unwrap(id, there)).toEqual(key);
  expect(() => new MasterKeys(source.keys.PERSONAL_DATA_KEYS).unwrap(id, there)).toThrow(MasterKeyMissing);
});

it('a key that was destroyed stays destroyed', () => {
  const row = { subject_id: randomUUID(), master_key: null, wrapped: null, destroyed_at: '2026-11-29' };
  expect(rekeys['personal_data.subject_key']?.(row)).toEqual(row);
});

it('a second factor is opened by the secret of the target alone', () => {
  const id = randomUUID();
  const row = { id, sealed: boxOf(source.keys.IDENTITY_SECRET).seal('JBSWY3DPEHPK3PXP', id) };
  const sealed = String(rekeys['identity.second_factor']?.(row)?.['sealed']);
  expect(boxOf(target.keys.IDENTITY_SECRET).open(sealed, id)).toBe('JBSWY3DPEHPK3PXP');
  expect(() => boxOf(source.keys.IDENTITY_SECRET).open(sealed, id)).toThrow(/authenticate/);
});

it('a token that no secret of the source made is left out', () => {
  const digest = createKeyedDigest(source.digestKey)('api-token', 'lacre_of-another');
  expect(rekeys['identity.api_token']?.({ token_id: randomUUID(), digest })).toBeUndefined();
});
