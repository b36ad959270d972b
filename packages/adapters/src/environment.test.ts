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

it.each([
  'kurrentdb://localhost:2113?tls=false',
  'esdb://admin:senha@a.example:2113',
  'esdb://admin:senha@a.example:2113,b.example:2113,c.example:2113?tlsCAFile=%2Fetc%2Fca.pem',
  'kurrentdb+discover://admin:senha@cluster.example:2113',
])('takes %s for the log', (url) => {
  expect(readEnvironment({ EVENT_STORE_URL: url })).toMatchObject({
    EVENT_STORE_URL: url,
    EVENT_STORE_PREFIX: 'lacre.',
  });
});

it.each([
  ['https://admin:senha@a', 'EVENT_STORE_URL: a forma é kurrentdb://'],
  ['esdb://admin:senha@a:2113,,c:2113', 'EVENT_STORE_URL: um servidor é um nome ou um endereço'],
  ['esdb://admin:senha@a:99999', 'EVENT_STORE_URL: uma porta vai de 1 a 65535'],
  ['esdb://admin:senha@a?tls=nein', 'EVENT_STORE_URL: tls é true ou false'],
  ['esdb://admin:senha@a?nodePreference=follower', 'EVENT_STORE_URL: nodePreference só pode ser leader'],
])('says what is wrong with %s, without its password', (url, words) => {
  const read = () => readEnvironment({ EVENT_STORE_URL: url });
  expect(read).toThrow(words);
  expect(read).not.toThrow('senha');
});

it('takes a prefix of streams that a server can filter by', () => {
  expect(readEnvironment({ EVENT_STORE_PREFIX: 'lacre-2.' }).EVENT_STORE_PREFIX).toBe('lacre-2.');
  for (const wrong of ['$lacre.', '.', 'lacre ', 'lacre', 'lacre-', 'é.', `${'x'.repeat(63)}.`])
    expect(() => readEnvironment({ EVENT_STORE_PREFIX: wrong })).toThrow('EVENT_STORE_PREFIX');
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
