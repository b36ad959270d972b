import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

import { derivedId } from '@lacre/event-store';
import type { Secrets } from '@lacre/personal-data/secrets';

const SECRET_ID = derivedId('push-application-key');
/** Of a token; RFC 8292, 2 allows 24 hours. */
const TOKEN_HOURS = 12;

/** The key pair that push services know an installation by (RFC 8292). */
export interface ApplicationKey {
  privateKey: KeyObject;
  /** P-256, uncompressed, base64url: what browsers subscribe with. */
  publicKey: string;
}

/**
 * The installation's key, made when it is first asked for. Every subscription is bound to it: browsers have to subscribe
 * anew under another one.
 */
export async function makeApplicationKey(secrets: Secrets): Promise<ApplicationKey> {
  const kept = await secrets.find(SECRET_ID);
  if (kept !== undefined) return keyOf(kept);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return keyOf(await secrets.keep(SECRET_ID, privateKey.export({ type: 'pkcs8', format: 'der' })));
}

/** The installation's key; undefined where no browser ever asked for it. */
export async function findApplicationKey(secrets: Secrets): Promise<ApplicationKey | undefined> {
  const kept = await secrets.find(SECRET_ID);
  return kept && keyOf(kept);
}

function keyOf(kept: Buffer): ApplicationKey {
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
