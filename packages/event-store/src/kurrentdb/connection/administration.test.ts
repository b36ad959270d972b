import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { AccessDeniedError, jsonEvent, KurrentDBClient } from '@kurrent/kurrentdb-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { collect } from '../../testing/index.ts';
import { SecuredStandIn } from '../../testing/secured-stand-in.ts';
import { ServerAdministration } from './administration.ts';

const folder = mkdtempSync(join(tmpdir(), 'lacre-ca-'));
let server: SecuredStandIn;
const url = (login: string, password: string) =>
  `kurrentdb://${login}:${password}@${server.address}?tlsCaFile=${join(folder, 'ca.pem')}`;

beforeAll(async () => {
  server = new SecuredStandIn();
  await server.start();
  writeFileSync(join(folder, 'ca.pem'), server.authority);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function asAdmin<T>(act: (administration: ServerAdministration) => Promise<T>): Promise<T> {
  const administration = new ServerAdministration(url('admin', 'changeit'));
  try {
    return await act(administration);
  } finally {
    await administration.close();
  }
}

async function asUser<T>(login: string, act: (client: KurrentDBClient) => Promise<T>): Promise<T> {
  const client = KurrentDBClient.connectionString(url(login, `${login}-secret`));
  try {
    return await act(client);
  } finally {
    await client.dispose();
  }
}

const happened = () => jsonEvent({ type: 'Happened', data: {} });
const readLog = (client: KurrentDBClient) => collect(client.readAll({ maxCount: 10 }));

test('rights on the whole log and by default are set, and hold', async () => {
  server.users.add('lacre', 'lacre-secret');
  server.users.add('other', 'other-secret');
  await asUser('lacre', async (client) => {
    await client.appendToStream('lacre.a', happened());
    await expect(readLog(client)).rejects.toThrow(AccessDeniedError);
  });
  await asAdmin(async (administration) => {
    expect(await administration.rightsOnLog()).toEqual({});
    expect(await administration.defaultRights()).toEqual({});
    await administration.setRightsOnLog({ $r: ['$admins', 'lacre'] });
    await administration.setDefaultRights({ $w: ['lacre'], $d: ['$admins'], $mw: ['$admins'] });
    expect(await administration.rightsOnLog()).toEqual({ $r: ['$admins', 'lacre'] });
    expect(await administration.defaultRights()).toMatchObject({ $w: ['lacre'] });
  });
  await asUser('lacre', async (client) => {
    expect((await readLog(client)).length).toBeGreaterThan(0);
    await client.appendToStream('lacre.a', happened());
    await expect(client.setStreamMetadata('lacre.a', { maxCount: 1 })).rejects.toThrow(AccessDeniedError);
  });
  await asUser('other', async (client) => {
    await expect(readLog(client)).rejects.toThrow(AccessDeniedError);
    await expect(client.appendToStream('lacre.a', happened())).rejects.toThrow(AccessDeniedError);
  });
});

test('users are found, made, enabled and given passwords', async () => {
  await asAdmin(async ({ users }) => {
    expect(await users.find('new')).toBeUndefined();
    await users.create('new', 'first', 'New');
    expect(await users.find('new')).toEqual({ login: 'new', groups: [], disabled: false });
    server.users.disable('new');
    expect(await users.find('new')).toMatchObject({ disabled: true });
    await users.enable('new');
    await users.resetPassword('new', 'second');
    expect(await users.find('new')).toMatchObject({ disabled: false });
    expect(server.users.passwordOf('new')).toBe('second');
  });
});

test('denies a user who is no administrator, and a wrong password', async () => {
  server.users.add('plain', 'plain-secret');
  for (const [login, password] of [
    ['plain', 'plain-secret'],
    ['admin', 'wrong'],
  ] as const) {
    const administration = new ServerAdministration(url(login, password));
    await expect(administration.users.find('lacre')).rejects.toThrow(AccessDeniedError);
    await expect(administration.rightsOnLog()).rejects.toThrow(AccessDeniedError);
    await administration.close();
  }
});

test('events of others are noticed, and ours are not taken for them', async () => {
  const fresh = new SecuredStandIn();
  await fresh.start();
  writeFileSync(join(folder, 'fresh.pem'), fresh.authority);
  const address = `kurrentdb://admin:changeit@${fresh.address}?tlsCaFile=${join(folder, 'fresh.pem')}`;
  const administration = new ServerAdministration(address);
  const client = KurrentDBClient.connectionString(address);
  expect(await administration.holdsForeignEvents('lacre.')).toBe(false);
  await client.appendToStream('lacre.a', [happened(), happened()]);
  expect(await administration.holdsForeignEvents('lacre.')).toBe(false);
  await client.appendToStream('orders-1', happened());
  expect(await administration.holdsForeignEvents('lacre.')).toBe(true);
  await client.dispose();
  await administration.close();
  fresh.close();
});
