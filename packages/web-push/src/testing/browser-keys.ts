import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

const SALT_BYTES = 16;
/** Record size and length of the key id (RFC 8188, 2.1). */
const HEAD_BYTES = SALT_BYTES + 4 + 1;
const TAG_BYTES = 16;

/** What a browser keeps of a subscription: it alone reads what is sent to it. */
export interface BrowserKeys {
  readonly ecdh: ECDH;
  readonly p256dh: string;
  readonly auth: string;
}

/** A browser's keys; given ones are of a test vector. */
export function browserKeys(given?: { privateKey: string; auth: string }): BrowserKeys {
  const ecdh = createECDH('prime256v1');
  if (given === undefined) ecdh.generateKeys();
  else ecdh.setPrivateKey(given.privateKey, 'base64url');
  const auth = given?.auth ?? randomBytes(16).toString('base64url');
  return { ecdh, p256dh: ecdh.getPublicKey('base64url'), auth };
}

/** Decrypts as a browser does (RFC 8291, 3.4), by no code of what encrypted. @throws Error when it is another's */
export function decryptAsBrowser({ ecdh, auth }: BrowserKeys, body: Buffer): Buffer {
  const salt = body.subarray(0, SALT_BYTES);
  const sender = body.subarray(HEAD_BYTES, HEAD_BYTES + (body[HEAD_BYTES - 1] ?? 0));
  const hkdf = (secret: Buffer, by: Buffer, info: Buffer, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, by, info, bytes));
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = hkdf(ecdh.computeSecret(sender), Buffer.from(auth, 'base64url'), keyInfo, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  const sealed = body.subarray(HEAD_BYTES + sender.length, -TAG_BYTES);
  const padded = Buffer.concat([decipher.update(sealed), decipher.final()]);
  // The last record ends with a 2, and zeros (RFC 8188, 2).
  return padded.subarray(0, padded.lastIndexOf(2));
}
