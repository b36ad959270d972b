import { createHash, generateKeyPairSync, privateEncrypt, sign, verify, constants } from 'node:crypto';

import { expect, it } from 'vitest';

import { ecdsaInDer, signedForm } from './signature-forms.ts';

const data = Buffer.from('o que é selado');

it.each(['sha256', 'sha384', 'sha512'] as const)(
  'gives RSA the DigestInfo of %s, which a token pads',
  (digest) => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = { key: privateKey, padding: constants.RSA_PKCS1_PADDING };
    const byToken = privateEncrypt(key, signedForm(data, `rsa-${digest}`));
    expect(byToken.equals(sign(digest, data, privateKey))).toBe(true);
  },
);

it.each([
  ['P-256', 'sha256'],
  ['P-384', 'sha384'],
] as const)('gives ECDSA on %s the digest alone, and brings r and s into DER', (namedCurve, digest) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  expect(signedForm(data, `ecdsa-${digest}`).equals(createHash(digest).update(data).digest())).toBe(true);
  // Often enough that r or s begins with a zero, or with a bit that would make it negative.
  for (let count = 0; count < 300; count += 1) {
    const raw = sign(digest, data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    expect(verify(digest, data, publicKey, ecdsaInDer(raw))).toBe(true);
  }
});

it('rejects bytes that are no signature', () => {
  for (const length of [0, 63]) expect(() => ecdsaInDer(Buffer.alloc(length))).toThrow(RangeError);
});

it('writes small and large numbers in their shortest form', () => {
  const raw = Buffer.concat([Buffer.alloc(31), Buffer.of(5), Buffer.alloc(30), Buffer.of(0x80, 1)]);
  expect(ecdsaInDer(raw).toString('hex')).toBe('30080201050203008001');
});
