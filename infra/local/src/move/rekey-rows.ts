import { createKeyedDigest, boxOf, tokenDigestElsewhere } from '@lacre/identity';
import { MasterKeys } from '@lacre/personal-data';

import type { End } from './ends.ts';

type Row = Record<string, unknown>;
/** An installation, as far as its keys go. */
type Keys = Pick<End, 'keys' | 'digestKey'>;
/** A row as the target keeps it; undefined for one that it cannot have. */
type Rekey = (row: Row) => Row | undefined;

/**
 * What the installation's own keys hide in a row is opened by the source's and hidden by the target's; by table. Neither
 * disk has it in plain.
 */
export function rekeysOf(source: Keys, target: Keys): Readonly<Record<string, Rekey>> {
  const rewrap = rewrapping(source, target);
  const [opened, sealed] = [boxOf(source.keys.IDENTITY_SECRET), boxOf(target.keys.IDENTITY_SECRET)];
  const own = {
    secrets: source.keys.IDENTITY_SECRET,
    digest: createKeyedDigest(source.digestKey),
  };
  const elsewhere = createKeyedDigest(target.digestKey);
  return {
    'personal_data.subject_key': (row) => rewrap(String(row['subject_id']), row),
    'integration.secret': (row) => rewrap(String(row['secret_id']), row),
    'identity.second_factor': (row) => {
      const id = String(row['id']);
      return { ...row, sealed: sealed.seal(opened.open(String(row['sealed']), id), id) };
    },
    'identity.api_token': (row) => {
      const kept = { tokenId: String(row['token_id']), digest: String(row['digest']) };
      const digest = tokenDigestElsewhere(own, elsewhere, kept);
      return digest === undefined ? undefined : { ...row, digest };
    },
  };
}

/** Keys that the master keys of personal data wrap; one that was destroyed has nothing to be wrapped. */
function rewrapping(source: Keys, target: Keys): (id: string, row: Row) => Row {
  const [from, to] = [
    new MasterKeys(source.keys.PERSONAL_DATA_KEYS),
    new MasterKeys(target.keys.PERSONAL_DATA_KEYS),
  ];
  return (id, row) => {
    const { wrapped, master_key: masterKey } = row;
    if (typeof wrapped !== 'string' || typeof masterKey !== 'string') return row;
    const again = to.wrap(id, from.unwrap(id, { masterKey, wrapped: bytesOf(wrapped) }));
    return { ...row, wrapped: `\\x${again.wrapped.toString('hex')}`, master_key: again.masterKey };
  };
}

/** As `to_jsonb` writes bytea. */
const bytesOf = (text: string): Buffer => Buffer.from(text.replace(/^\\x/, ''), 'hex');
