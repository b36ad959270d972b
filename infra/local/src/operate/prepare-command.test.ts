import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { createKurrentDbEventStore } from '@lacre/event-store/kurrentdb';
import { collect, numberedEvents } from '@lacre/event-store/testing';
import { SecuredStandIn } from '@lacre/event-store/testing/secured-stand-in';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { runOperatorCommand } from '../operator-commands.ts';

let folder: string;
let server: SecuredStandIn;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lacre-prepare-'));
  server = new SecuredStandIn();
  await server.start();
  writeFileSync(join(folder, 'ca.pem'), server.authority);
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const DENIED = { name: 'EventStoreUnavailable', reason: 'denied' };
const url = (login: string, password: string) =>
  `kurrentdb://${login}:${password}@${server.address}?tlsCAFile=${join(folder, 'ca.pem')}`;
const adminUrl = () => url('admin', 'changeit');

/** Runs `lacre log prepare …` and gives what it said and ended with. */
async function prepare(...args: string[]): Promise<{ status: number; said: string; complained: string }> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const status = await runOperatorCommand(['log', 'prepare', ...args], { out, err });
  const textOf = (stream: PassThrough) => String(stream.read() ?? '');
  return { status, said: textOf(out), complained: textOf(err) };
}

test('without --apply it lists its steps and does none of them', async () => {
  const { status, said } = await prepare('--admin-url', adminUrl());
  expect(status).toBe(1);
  expect(said).toContain('a fazer: criar o usuário "lacre"');
  expect(said).toContain('$$$all: {"$r":["$admins","lacre"]}');
  expect(said).toContain('"$w":["lacre"],"$d":["$admins"]');
  expect(said).toContain('Nada foi mudado. Para fazer estas 3 coisas, repita com --apply.');
  expect(server.users.passwordOf('lacre')).toBeUndefined();
  expect(said).not.toContain('Senha');
});

test('with --apply the product can keep its log there, others cannot touch it, and a second run has nothing to do', async () => {
  const file = join(folder, 'password');
  const { status, said } = await prepare('--admin-url', adminUrl(), '--apply', '--password-file', file);
  expect(status).toBe(0);
  expect(said).toContain(`Defina: EVENT_STORE_URL=kurrentdb://lacre:SENHA@${server.address}?tlsCAFile=`);
  const password = readFileSync(file, 'utf8').trim();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(password).toMatch(/^[\w-]{32}$/);
  expect(said).not.toContain(password);
  expect(said).not.toContain('changeit');

  const store = createKurrentDbEventStore({ connectionString: url('lacre', password) });
  await store.append('tenant-1', numberedEvents(2), { expected: 'noStream' });
  expect(await collect(store.readAll({ after: 'start', limit: 10 }))).toHaveLength(2);
  await store.close();

  server.users.add('other', 'other');
  const others = createKurrentDbEventStore({ connectionString: url('other', 'other') });
  await expect(others.append('tenant-1', numberedEvents(1), { expected: 1n })).rejects.toMatchObject(DENIED);
  await expect(collect(others.readAll({ after: 'start', limit: 10 }))).rejects.toMatchObject(DENIED);
  await others.close();

  const again = await prepare('--admin-url', adminUrl(), '--apply');
  expect(again).toMatchObject({ status: 0 });
  expect(again.said).toContain('Nada a fazer: o servidor já está preparado.');
  expect(again.said).not.toContain('Senha');
  expect(server.users.passwordOf('lacre')).toBe(password);
});

test('a password is shown once where no file is named, and given anew when asked for', async () => {
  const first = await prepare('--admin-url', adminUrl(), '--apply');
  expect(first.said).toContain(`mostrada só agora: ${server.users.passwordOf('lacre')}`);
  server.users.disable('lacre');
  const before = server.users.passwordOf('lacre');
  const second = await prepare('--admin-url', adminUrl(), '--apply', '--new-password');
  expect(second.said).toContain('✓ trocar a senha do usuário "lacre"');
  expect(second.said).toContain('✓ reativar o usuário "lacre"');
  expect(server.users.passwordOf('lacre')).not.toBe(before);
});

test('an existing file is not overwritten, and nothing is changed', async () => {
  const file = join(folder, 'password');
  writeFileSync(file, 'of another');
  const { status, complained } = await prepare('--admin-url', adminUrl(), '--apply', '--password-file', file);
  expect(status).toBe(2);
  expect(complained).toContain('já existe: indique outro arquivo');
  expect(readFileSync(file, 'utf8')).toBe('of another');
  expect(server.users.passwordOf('lacre')).toBeUndefined();
});

test('on a server with events of others it asks how to treat it', async () => {
  const admin = createKurrentDbEventStore({ connectionString: adminUrl() });
  process.env['EVENT_STORE_PREFIX'] = 'prefix-of-nobody.';
  try {
    await admin.append('orders-1', numberedEvents(1), { expected: 'noStream' });
    const undecided = await prepare('--admin-url', adminUrl(), '--apply');
    expect(undecided.status).toBe(2);
    expect(undecided.complained).toMatch(/--shared .* ou --exclusive/);
    expect(server.users.passwordOf('lacre')).toBeUndefined();
    const shared = await prepare('--admin-url', adminUrl(), '--apply', '--shared');
    expect(shared.status).toBe(0);
    expect(shared.said).toContain('Prefira um servidor só do Lacre.');
    expect(shared.said).not.toContain('$userStreamAcl');
    const exclusive = await prepare('--admin-url', adminUrl(), '--apply', '--exclusive');
    expect(exclusive.said).toContain('$userStreamAcl');
  } finally {
    delete process.env['EVENT_STORE_PREFIX'];
    await admin.close();
  }
});

test.each([
  ['no administrator', () => url('plain', 'plain'), 'deve'],
  ['a wrong password', () => url('admin', 'wrong'), '$admins'],
  ['no TLS', () => `kurrentdb://admin:changeit@${server.address}?tls=false`, 'Ative TLS'],
  ['no user', () => `kurrentdb://${server.address}`, 'precisa de usuário e senha'],
  ['no such form', () => 'http://admin:changeit@localhost', '--admin-url não serve'],
  [
    'no server listening',
    () => 'kurrentdb://admin:changeit@localhost:1?tlsVerifyCert=false',
    '--admin-url: ninguém atende em localhost:1',
  ],
  [
    'an unknown authority',
    () => `kurrentdb://admin:changeit@${server.address}`,
    'é de uma autoridade que não se conhece',
  ],
])('%s is refused with a message without secrets', async (_what, address, words) => {
  server.users.add('plain', 'plain');
  const { status, complained } = await prepare('--admin-url', address(), '--apply');
  expect(status).toBe(2);
  expect(complained).toContain(words);
  expect(complained).not.toContain('changeit');
  expect(server.users.passwordOf('lacre')).toBeUndefined();
});

test.each(['', ' ', '$all', '$admins', '$ops', 'a:b', 'a b'])('the user "%s" is refused', async (login) => {
  const { status, complained } = await prepare('--admin-url', adminUrl(), '--user', login, '--apply');
  expect(status).toBe(2);
  expect(complained).toContain('--user é o nome de um usuário');
  expect(server.users.passwordOf(login)).toBeUndefined();
});

test('a server of a release that the product does not run on is left as it is', async () => {
  const old = new SecuredStandIn({ release: '23.10.1' });
  await old.start();
  writeFileSync(join(folder, 'ca-of-old.pem'), old.authority);
  const address = `kurrentdb://admin:changeit@${old.address}?tlsCAFile=${join(folder, 'ca-of-old.pem')}`;
  const { status, complained } = await prepare('--admin-url', address, '--apply');
  expect(status).toBe(2);
  expect(complained).toContain('o servidor é o 23.10.1, e o Lacre pede KurrentDB');
  expect(old.users.passwordOf('lacre')).toBeUndefined();
  old.close();
});
