import { createHmac, hkdfSync } from 'node:crypto';

/** Crockford's base 32: no I, L, O or U, so that a code read aloud or off paper is not mistaken. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 16;

/**
 * The code people type to check a document: 80 bits of HMAC-SHA-256 over its id, in four groups of four. The same
 * document always has the same code, so a seal made again after a crash carries it too; without the key none can be
 * guessed or made.
 */
export function validationCode(payloadKey: Uint8Array, documentId: string): string {
  const digest = keyedDigest(payloadKey, 'lacre validation code', documentId);
  let bits = BigInt(`0x${digest.subarray(0, 10).toString('hex')}`);
  let code = '';
  for (let index = 0; index < CHARACTERS; index += 1) {
    code = ALPHABET.charAt(Number(bits & 31n)) + code;
    bits >>= 5n;
  }
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/**
 * Six digits that are printed beside the code and are no part of its address: a caller that has them has the document,
 * and a service that asks in its name may get the file (ITI's validator).
 */
export function secretCode(payloadKey: Uint8Array, code: string): string {
  const number = keyedDigest(payloadKey, 'lacre secret code', code).readUInt32BE(0) % 1_000_000;
  return String(number).padStart(6, '0');
}

function keyedDigest(payloadKey: Uint8Array, purpose: string, subject: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', payloadKey, new Uint8Array(), purpose, 32));
  return createHmac('sha256', key).update(subject).digest();
}
