import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readEnvironment } from './environment.ts';
import { mailAddress } from './mail.ts';

const KEY = 'ab'.repeat(32);

it('fills in defaults and takes an empty variable for an absent one', () => {
  expect(readEnvironment('start', { PORT: '', LOG_LEVEL: 'warn' })).toMatchObject({
    HOST: 'localhost',
    LOG_LEVEL: 'warn',
    CREDITS_GRANT: 100,
  });
});

it('names the faulty setting without its value', () => {
  const read = () => readEnvironment('start', { DATABASE_URL: 'mysql://root:senha@db/x', PORT: 'many' });
  expect(read).toThrow(/PORT[\s\S]*DATABASE_URL/);
  expect(read).not.toThrow(/senha/);
});

it.each([
  'kurrentdb://localhost:2113?tls=false',
  'esdb://admin:senha@a.example:2113',
  'esdb://admin:senha@a.example:2113,b.example:2113,c.example:2113?tlsCAFile=%2Fetc%2Fca.pem',
  'kurrentdb+discover://admin:senha@cluster.example:2113',
])('takes %s for the log', (url) => {
  expect(readEnvironment('start', { EVENT_STORE_URL: url })).toMatchObject({
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
])('explains the fault of %s, without its password', (url, words) => {
  const read = () => readEnvironment('start', { EVENT_STORE_URL: url });
  expect(read).toThrow(words);
  expect(read).not.toThrow('senha');
});

it('takes a prefix of streams that a server can filter by', () => {
  expect(readEnvironment('start', { EVENT_STORE_PREFIX: 'lacre-2.' }).EVENT_STORE_PREFIX).toBe('lacre-2.');
  for (const wrong of ['$lacre.', '.', 'lacre ', 'lacre', 'lacre-', 'é.', `${'x'.repeat(63)}.`])
    expect(() => readEnvironment('start', { EVENT_STORE_PREFIX: wrong })).toThrow('EVENT_STORE_PREFIX');
});

it('reads keys one after another', () => {
  const [now, before] = ['ab'.repeat(32), 'cd'.repeat(32)];
  const { PERSONAL_DATA_KEYS: keys } = readEnvironment('commands', {
    PERSONAL_DATA_KEYS: `${now}, ${before}`,
  });
  expect(keys?.map((key) => key.toString('hex'))).toEqual([now, before]);
  expect(() => readEnvironment('commands', { PERSONAL_DATA_KEYS: `${now},abc` })).toThrow(
    'PERSONAL_DATA_KEYS',
  );
});

it('reads where registers are asked, and whether at all', () => {
  const { CNPJ_LOOKUP_URLS: usual } = readEnvironment('start', {});
  expect(usual[0]).toContain('brasilapi.com.br');
  const read = (value: string) => readEnvironment('start', { CNPJ_LOOKUP_URLS: value }).CNPJ_LOOKUP_URLS;
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
  const { RATE_LIMITS, ALLOWED_HOSTS } = readEnvironment('start', {
    RATE_LIMITS: 'signInPerAddress=500/900',
    ALLOWED_HOSTS: 'Lacre.Interno, 10.0.0.7,[2001:db8::1]',
  });
  expect(RATE_LIMITS.signInPerAddress).toEqual({ tries: 500, windowSeconds: 900 });
  expect(ALLOWED_HOSTS).toEqual(['lacre.interno', '10.0.0.7', '[2001:db8::1]']);
  expect(() => readEnvironment('start', { RATE_LIMITS: 'signInPerMoon=5/900' })).toThrow(
    /RATE_LIMITS.*signInPerMoon/,
  );
  for (const wrong of ['https://lacre', 'lacre:443', 'a b'])
    expect(() => readEnvironment('start', { ALLOWED_HOSTS: wrong })).toThrow('ALLOWED_HOSTS');
});

describe('what is wrong', () => {
  const linesOf = (read: () => unknown): string[] => {
    try {
      read();
    } catch (error) {
      return (error as Error).message.split('\n');
    }
    return [];
  };

  it('is reported at once: missing, malformed, contradictory and misspelt', () => {
    const given = {
      DATABSE_URL: 'postgres://lacre:segredo@db/lacre',
      PUBLIC_URL: 'lacre.exemplo.com.br',
      JWKS_URL: 'http://command:4401/.well-known/jwks.json',
      API_TOKENS_URL: 'http://command:4411/api-token',
      PERSONAL_DATA_KEYS: `${KEY},curta`,
      PORT: '4402',
      INTERNAL_PORT: '4402',
      UPLOAD_STALL_SECONDS: '60',
      UPLOAD_MAX_SECONDS: '10',
    };
    const lines = linesOf(() => readEnvironment('query', given));
    expect(lines).toEqual([
      'há variáveis de ambiente erradas:',
      'DATABSE_URL: não é conhecida: quis dizer DATABASE_URL?',
      expect.stringMatching(/^PUBLIC_URL: /),
      'DATABASE_URL: falta, e o serviço query não inicia sem ela',
      'PERSONAL_DATA_KEYS: são 32 bytes em hexadecimal, 64 algarismos',
      'UPLOAD_STALL_SECONDS: passa de UPLOAD_MAX_SECONDS',
      'INTERNAL_PORT: é a mesma de PORT, e o endereço interno não se expõe',
    ]);
    expect(lines.join('\n')).not.toMatch(/segredo|curta/);
  });

  it('includes a setting without the other that it needs', () => {
    const given = {
      GOOGLE_CLIENT_ID: 'lacre',
      SMS_GATEWAY_TOKEN: 'segredo',
      SEAL_PFX_PASSWORD: 'segredo',
      TSA_CERTIFICATES: 'raizes.pem',
      FACE_CHECK_TOKEN: 'segredo',
    };
    expect(linesOf(() => readEnvironment('start', given)).slice(1)).toEqual([
      'GOOGLE_CLIENT_ID: não serve sem GOOGLE_CLIENT_SECRET',
      'SMS_GATEWAY_TOKEN: não serve sem SMS_GATEWAY_URL',
      'SEAL_PFX_PASSWORD: não serve sem SEAL_PFX',
      'TSA_CERTIFICATES: não serve sem TSA_URL',
      'FACE_CHECK_TOKEN: não serve sem FACE_CHECK_URL',
    ]);
  });

  it('is a hardware module without its PIN, beside a file, or a key of none', () => {
    const module = { SEAL_PKCS11_MODULE: '/usr/lib/softhsm/libsofthsm2.so', SEAL_PKCS11_PIN: '271828' };
    expect(readEnvironment('start', module).SEAL_PKCS11_TIMEOUT_MS).toBe(20_000);
    const faultsOf = (given: Record<string, string>) =>
      linesOf(() => readEnvironment('start', given)).slice(1);
    expect(faultsOf({ ...module, SEAL_PFX: 'x.pfx' })).toEqual([
      'SEAL_PKCS11_MODULE: e SEAL_PFX se excluem: o selo tem uma chave só',
    ]);
    expect(faultsOf({ ...module, SEAL_PKCS11_PIN: '' })).toEqual([
      'SEAL_PKCS11_MODULE: não serve sem SEAL_PKCS11_PIN',
    ]);
    expect(faultsOf({ SEAL_PKCS11_KEY: 'selo' })).toEqual([
      'SEAL_PKCS11_KEY: não serve sem SEAL_PKCS11_MODULE',
    ]);
  });

  it('is limited to settings that the service reads', () => {
    expect(linesOf(() => readEnvironment('projector', { SEAL_LEVEL: 'A-3' }))).not.toContainEqual(
      expect.stringContaining('SEAL_LEVEL'),
    );
    expect(linesOf(() => readEnvironment('start', { SEAL_LEVEL: 'A-3' }))).toHaveLength(2);
  });

  it('excludes names that resemble a setting which is given, and those of other programs', () => {
    const given = {
      DATABASE_URL: 'postgres://a/b',
      DATABASE_URI: 'x',
      PATH: '/bin',
      HOSTS: 'x',
      EDITOR: 'vi',
    };
    expect(linesOf(() => readEnvironment('start', given))).toEqual([]);
  });

  it('includes a number in another notation', () => {
    for (const port of ['0x10', '1e3', '-1', '65536', '4400.5', 'x'])
      expect(linesOf(() => readEnvironment('start', { PORT: port }))[1]).toBe(
        'PORT: é um número inteiro de 0 a 65535',
      );
  });
});

describe('a secret in a file', () => {
  let folder: string;
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lacre-secrets-'));
    chmodSync(folder, 0o700);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read, less one line break at its end', () => {
    const password = file('password', ' com espaço \r\n');
    const read = readEnvironment('commands', {
      BLOB_MASTER_KEY_FILE: file('key', `${KEY}\n`),
      PERSONAL_DATA_KEYS_FILE: file('keys', `${KEY},${KEY}`),
      DATABASE_URL_FILE: file('url', 'postgres://lacre:segredo@db/lacre\n'),
    });
    expect(read.BLOB_MASTER_KEY?.map((key) => key.toString('hex'))).toEqual([KEY]);
    expect(read.PERSONAL_DATA_KEYS).toHaveLength(2);
    expect(read.DATABASE_URL).toBe('postgres://lacre:segredo@db/lacre');
    const sealed = readEnvironment('start', { SEAL_PFX: 'x.pfx', SEAL_PFX_PASSWORD_FILE: password });
    expect(sealed.SEAL_PFX_PASSWORD).toBe(' com espaço ');
  });

  it('is named in a message where it cannot be read, and never shown', () => {
    const absent = join(folder, 'nenhum');
    const aFolder = join(folder, 'pasta');
    mkdirSync(aFolder);
    const read = () =>
      readEnvironment('command', {
        DATABASE_URL: 'postgres://db/lacre',
        DATABASE_URL_FILE: file('both', 'postgres://db/outro'),
        DIGEST_KEY_FILE: absent,
        PROOF_SECRET_FILE: aFolder,
        IDENTITY_SECRET_FILE: file('empty', '\n'),
        BLOB_MASTER_KEY_FILE: file('wrong', 'segredo'),
        PERSONAL_DATA_KEYS: KEY,
        PUBLIC_URL: 'https://lacre.exemplo.com.br',
        DATA_DIR: folder,
        SMTP_URL: 'smtp://mail',
        PORT_FILE: file('port', '4401'),
      });
    for (const line of [
      'PORT_FILE: só segredos são lidos de arquivos, e PORT não é um',
      'DATABASE_URL: DATABASE_URL e DATABASE_URL_FILE se excluem: defina uma só',
      `DIGEST_KEY_FILE: o arquivo ${absent} não existe`,
      `PROOF_SECRET_FILE: o arquivo ${aFolder} é uma pasta`,
      `IDENTITY_SECRET_FILE: o arquivo ${join(folder, 'empty')} está vazio`,
      'BLOB_MASTER_KEY: são 32 bytes em hexadecimal, 64 algarismos',
    ])
      expect(read).toThrow(line);
    expect(read).not.toThrow(/segredo\b|outro|falta/);
  });
});
