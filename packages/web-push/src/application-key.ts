import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

import type { Secrets } from '@lacre/personal-data/secrets';

import { FIRST_KEY_ID } from './first-key-id.ts';
import type { PushParts } from './subscriptions.ts';

/** Of a token; RFC 8292, 2 allows 24 hours. */
const TOKEN_HOURS = 12;

/** A key pair that push services know an installation by (RFC 8292). A subscription is bound to the one it was made with. */
export interface ApplicationKey {
  privateKey: KeyObject;
  /** P-256, uncompressed, base64url: what browsers subscribe with. */
  publicKey: string;
}

/** The public key that browsers subscribe with from now on: the newest, and made when it is first asked for. */
export async function currentPublicKey({ pool, secrets }: PushParts): Promise<string> {
  const { rows } = await pool.query<{ public_key: string | null }>(
    'select public_key from push.application_key order by number desc limit 1',
  );
  const known = rows[0]?.public_key ?? undefined;
  if (known !== undefined) return known;
  const { publicKey } = keyOf(await secrets.keep(FIRST_KEY_ID, newPrivateKey()));
  await pool.query(
    `insert into push.application_key (key_id, public_key) values ($1, $2)
     on conflict (key_id) do update set public_key = excluded.public_key`,
    [FIRST_KEY_ID, publicKey],
  );
  return publicKey;
}

/** The key of this id; undefined where its secret is gone. @throws MasterKeyMissing */
export async function findApplicationKey(
  secrets: Pick<Secrets, 'find'>,
  keyId: string,
): Promise<ApplicationKey | undefined> {
  const kept = await secrets.find(keyId);
  return kept && keyOf(kept);
}

/** PKCS #8, DER. */
export const newPrivateKey = (): Buffer =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'der' });

export function keyOf(kept: Buffer): ApplicationKey {
  const privateKey = createPrivateKey({ key: kept, type: 'pkcs8', format: 'der' });
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return { privateKey, publicKey: Buffer.concat(point).toString('base64url') };
}

/** The `Authorization` of a request to a push service: a token signed with ES256 (RFC 8292, 2 and 3; RFC 7518, 3.4). */
export function authorizationFor(
  { privateKey, publicKey }: ApplicationKey,
  endpoint: string,
  { contact, now }: { contact: string; now: Date },
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + TOKEN_HOURS * 3600,
    sub: contact,
  };
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map(inBase64url).join('.');
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

const inBase64url = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
