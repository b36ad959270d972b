import {
  checkPrimeSync,
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
} from 'node:crypto';

import { sequence, unsignedInteger } from '@lacre/pades/cms';

import { Random } from '../random.ts';

/** A key pair that is the same in every run, and signs the same way. For inputs of the fuzzer alone. */
export interface FixedKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly algorithm: 'rsa-sha256' | 'ecdsa-sha256';
  sign(data: Uint8Array): Buffer;
}

/** Order of P-256 (SEC 2, 2.4.2). */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/** A P-256 key by name. Its nonces come from what is signed, so that signatures repeat. */
export function fixedEcKey(name: string): FixedKey {
  const secret = scalar(`key ${name}`);
  const point = pointOf(secret);
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: base64url(bytesOf(secret, 32)),
    x: base64url(point.subarray(1, 33)),
    y: base64url(point.subarray(33)),
  };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return {
    privateKey,
    publicKey: createPublicKey(privateKey),
    algorithm: 'ecdsa-sha256',
    sign: (data) => {
      const digest = createHash('sha256').update(data).digest();
      const nonce = scalar(`nonce ${name} ${digest.toString('hex')}`);
      const r = BigInt(`0x${pointOf(nonce).subarray(1, 33).toString('hex')}`) % ORDER;
      const z = BigInt(`0x${digest.toString('hex')}`);
      const s = (inverse(nonce, ORDER) * (z + r * secret)) % ORDER;
      return sequence(unsignedInteger(bytesOf(r, 32)), unsignedInteger(bytesOf(s, 32)));
    },
  };
}

/** An RSA-2048 key by name; RSASSA-PKCS1-v1_5 repeats by itself. */
export function fixedRsaKey(name: string): FixedKey {
  const random = new Random('rsa', name);
  const [p, q] = [prime(random), prime(random)];
  const [n, e] = [p * q, 65_537n];
  const d = inverse(e, (p - 1n) * (q - 1n));
  const field = (value: bigint, length: number): string => base64url(bytesOf(value, length));
  const jwk = {
    kty: 'RSA',
    n: field(n, 256),
    e: field(e, 3),
    d: field(d, 256),
    p: field(p, 128),
    q: field(q, 128),
    dp: field(d % (p - 1n), 128),
    dq: field(d % (q - 1n), 128),
    qi: field(inverse(q, p), 128),
  };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return {
    privateKey,
    publicKey: createPublicKey(privateKey),
    algorithm: 'rsa-sha256',
    sign: (data) => sign('sha256', data, privateKey),
  };
}

function scalar(name: string): bigint {
  return (BigInt(`0x${createHash('sha256').update(name).digest('hex')}`) % (ORDER - 1n)) + 1n;
}

/** The generator times a number: the public key of that private one. */
function pointOf(secret: bigint): Buffer {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(bytesOf(secret, 32));
  return curve.getPublicKey();
}

/** The first prime of 1024 bits from a random place on, its highest bits set so that two make 2048. */
function prime(random: Random): bigint {
  const start = random.bytes(128);
  start[0] = (start[0] as number) | 0xc0;
  let candidate = BigInt(`0x${start.toString('hex')}`) | 1n;
  while (!checkPrimeSync(candidate)) candidate += 2n;
  return candidate;
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [modulus, ((value % modulus) + modulus) % modulus, 0n, 1n];
  while (b > 0n) {
    const quotient = a / b;
    [a, b, x, y] = [b, a % b, y, x - quotient * y];
  }
  return ((x % modulus) + modulus) % modulus;
}

function bytesOf(value: bigint, length: number): Buffer {
  return Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex');
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
