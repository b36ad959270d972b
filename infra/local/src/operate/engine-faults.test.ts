import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { askEngines } from '@lacre/adapters';
import { SecuredStandIn } from '@lacre/event-store/testing/secured-stand-in';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { runOperatorCommand } from '../operator-commands.ts';

const SECRET = 'SEGREDO';
const COMMANDS = [
  'fsck',
  'audit export',
  'tenant activate x',
  'credits grant x 1 --reason y',
  'user recover a@b --reason y',
  'rebuild',
  'log adopt --reason y',
];
let folder: string;
let server: SecuredStandIn;
let old: SecuredStandIn;
let database: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lacre-operator-'));
  database = await createTestDatabase();
  server = new SecuredStandIn();
  old = new SecuredStandIn({ release: '23.10.1' });
  for (const [name, each] of Object.entries({ server, old })) {
    await each.start();
    writeFileSync(join(folder, `${name}.pem`), each.authority);
  }
  server.users.add('zeca', SECRET);
});
afterAll(async () => {
  server.close();
  old.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});
afterEach(() => vi.unstubAllEnvs());

async function lacre(command: string, settings: Record<string, string>) {
  const keys = ['BLOB_MASTER_KEY', 'DIGEST_KEY', 'PERSONAL_DATA_KEYS'];
  const given = Object.fromEntries(keys.map((name) => [name, randomBytes(32).toString('hex')]));
  for (const [name, value] of Object.entries({ ...given, ...settings })) vi.stubEnv(name, value);
  const [out, err] = [new PassThrough(), new PassThrough()];
  const status = await runOperatorCommand([...command.split(' '), '--data', folder], { out, err });
  return { status, complained: String(err.read() ?? '') };
}

const logAt = (user: string, { address, ca = 'server' }: { address?: string; ca?: string } = {}): string =>
  `kurrentdb://${user}${address ?? server.address}?tlsCAFile=${join(folder, `${ca}.pem`)}`;
const databaseAt = (change: (url: URL) => void): string => {
  const url = new URL(database.connectionString);
  change(url);
  return url.href;
};

describe.each<[string, 'DATABASE_URL' | 'EVENT_STORE_URL', () => string, RegExp]>([
  [
    'no database there',
    'DATABASE_URL',
    () => databaseAt((url) => Object.assign(url, { port: '1', password: SECRET })),
    /ninguém atende/,
  ],
  [
    'wrong password of the database',
    'DATABASE_URL',
    () => databaseAt((url) => (url.password = SECRET)),
    /usuário ou senha errados/,
  ],
  ['unknown database', 'DATABASE_URL', () => databaseAt((url) => (url.pathname = '/x')), /não existe/],
  ['no log there', 'EVENT_STORE_URL', () => logAt(`a:${SECRET}@`, { address: 'localhost:1' }), /ninguém/],
  ['wrong password', 'EVENT_STORE_URL', () => logAt(`admin:${SECRET}@`), /usuário ou senha errados/],
  ['no rights', 'EVENT_STORE_URL', () => logAt(`zeca:${SECRET}@`), /não tem os direitos/],
  ['no user', 'EVENT_STORE_URL', () => logAt(''), /o endereço não diz usuário e senha/],
  ['other authority', 'EVENT_STORE_URL', () => logAt(`a:${SECRET}@`, { ca: 'old' }), /autoridade que não se/],
  [
    'no certificate file',
    'EVENT_STORE_URL',
    () => logAt(`a:${SECRET}@`, { ca: 'x' }),
    /tlsCAFile não pôde ser/,
  ],
  [
    'old release',
    'EVENT_STORE_URL',
    () => logAt('admin:changeit@', { address: old.address, ca: 'old' }),
    /o servidor é o 23\.10\.1/,
  ],
])('%s', (_fault, setting, address, words) => {
  test.each(COMMANDS)('%s says what the start says', async (command) => {
    const value = address();
    const settings = { DATABASE_URL: database.connectionString, [setting]: value };
    const { status, complained } = await lacre(command, settings);
    const [told] = await askEngines({ [setting]: value });
    expect({ status, complained }).toEqual({ status: 2, complained: `${told?.line}\n` });
    expect(complained).toMatch(words);
    expect(complained).not.toContain(SECRET);
  });
});

test('every command reports a malformed address in Portuguese, without its password', async () => {
  for (const command of [...COMMANDS, 'log copy --to x', 'log prepare --admin-url x'])
    expect(await lacre(command, { EVENT_STORE_URL: `https://a:${SECRET}@b`, PORT: 'x' })).toEqual({
      status: 2,
      complained: expect.stringMatching(
        /^há variáveis de ambiente erradas:\nPORT: .*número.*\nEVENT_STORE_URL: a forma é kurrentdb:/,
      ),
    });
});
