import { scryptSync } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { hashPassword, isPasswordOf } from './password-hash.ts';

describe('a hash', () => {
  it('is of its password alone', async () => {
    const hash = await hashPassword('correta cavalo');
    expect(await isPasswordOf(hash, 'correta cavalo')).toBe(true);
    expect(await isPasswordOf(hash, 'correta cavalo ')).toBe(false);
  });

  it('has a salt of its own', async () => {
    expect(await hashPassword('a mesma frase')).not.toBe(await hashPassword('a mesma frase'));
  });

  it('is of the same characters however they were composed', async () => {
    const hash = await hashPassword('sen\u00e3o sei');
    expect(await isPasswordOf(hash, 'sena\u0303o sei')).toBe(true);
  });

  it('names the cost it was made at, and is checked at that', async () => {
    expect(await hashPassword('frase')).toMatch(/^\$scrypt\$ln=14,r=16,p=1\$/);
    const salt = Buffer.from('0123456789abcdef');
    const key = scryptSync('frase', salt, 64, { N: 2 ** 10, r: 8, p: 2 });
    const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
    expect(await isPasswordOf(`$scrypt$ln=10,r=8,p=2$${text(salt)}$${text(key)}`, 'frase')).toBe(true);
  });

  it.each(['', 'frase', '$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA'])(
    'rejects %j with an error instead of a silent mismatch',
    async (hash) => {
      await expect(isPasswordOf(hash, 'frase')).rejects.toThrow(/in no form that is known/);
    },
  );
});
