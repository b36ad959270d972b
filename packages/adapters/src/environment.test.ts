import { expect, it } from 'vitest';

import { readEnvironment, requireVariables } from './environment.ts';
import { mailAddress } from './mail.ts';

it('fills in defaults and takes an empty variable for an absent one', () => {
  expect(readEnvironment({ PORT: '', LOG_LEVEL: 'warn' })).toMatchObject({
    HOST: 'localhost',
    LOG_LEVEL: 'warn',
    CREDITS_GRANT: 100,
  });
});

it('names what is wrong without showing it', () => {
  const read = () => readEnvironment({ DATABASE_URL: 'mysql://root:senha@db/x', PORT: 'many' });
  expect(read).toThrow(/DATABASE_URL[\s\S]*PORT/);
  expect(read).not.toThrow(/senha/);
});

it('names the variables that a service cannot do without', () => {
  const environment = readEnvironment({ PUBLIC_URL: 'https://lacre.exemplo.com.br' });
  expect(requireVariables(environment, 'PUBLIC_URL').PUBLIC_URL).toBe('https://lacre.exemplo.com.br');
  expect(() => requireVariables(environment, 'PUBLIC_URL', 'PROOF_SECRET')).toThrow('PROOF_SECRET');
});

it('reads keys one after another', () => {
  const [now, before] = ['ab'.repeat(32), 'cd'.repeat(32)];
  const { PERSONAL_DATA_KEYS: keys } = readEnvironment({ PERSONAL_DATA_KEYS: `${now}, ${before}` });
  expect(keys?.map((key) => key.toString('hex'))).toEqual([now, before]);
  expect(() => readEnvironment({ PERSONAL_DATA_KEYS: `${now},abc` })).toThrow('PERSONAL_DATA_KEYS');
});

it('reads where registers are asked, and whether at all', () => {
  const { CNPJ_LOOKUP_URLS: usual } = readEnvironment({});
  expect(usual[0]).toContain('brasilapi.com.br');
  const read = (value: string) => readEnvironment({ CNPJ_LOOKUP_URLS: value }).CNPJ_LOOKUP_URLS;
  expect(read('http://a/{cnpj}, http://b/{cnpj}')).toEqual(['http://a/{cnpj}', 'http://b/{cnpj}']);
  expect(read('off')).toEqual([]);
  for (const wrong of ['http://a/', 'ftp://a/{cnpj}', 'http://a/{cep}'])
    expect(() => read(wrong)).toThrow('CNPJ_LOOKUP_URLS');
});

it('reads a sender with and without a name', () => {
  expect(mailAddress('Lacre <nao-responda@exemplo.com.br>')).toEqual({
    name: 'Lacre',
    address: 'nao-responda@exemplo.com.br',
  });
  expect(mailAddress(' a@b.com ')).toEqual({ name: '', address: 'a@b.com' });
});

it('reads limits and names by their settings', () => {
  const { RATE_LIMITS, ALLOWED_HOSTS } = readEnvironment({
    RATE_LIMITS: 'signInPerAddress=500/900',
    ALLOWED_HOSTS: 'Lacre.Interno, 10.0.0.7,[2001:db8::1]',
  });
  expect(RATE_LIMITS.signInPerAddress).toEqual({ tries: 500, windowSeconds: 900 });
  expect(ALLOWED_HOSTS).toEqual(['lacre.interno', '10.0.0.7', '[2001:db8::1]']);
  expect(() => readEnvironment({ RATE_LIMITS: 'signInPerMoon=5/900' })).toThrow(/RATE_LIMITS.*signInPerMoon/);
  for (const wrong of ['https://lacre', 'lacre:443', 'a b'])
    expect(() => readEnvironment({ ALLOWED_HOSTS: wrong })).toThrow('ALLOWED_HOSTS');
});
