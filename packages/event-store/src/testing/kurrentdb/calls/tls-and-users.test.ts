import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { AccessDeniedError } from '@kurrent/kurrentdb-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { append, connected, event, started } from '../bare-client.ts';

let folder: string;
let address: (authority: 'own' | 'other', credentials: string) => string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lacre-stand-in-tls-'));
  for (const name of ['own', 'other']) {
    const [key, certificate] = [path.join(folder, `${name}.key`), path.join(folder, `${name}.pem`)];
    const request = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=node';
    const names = [
      '-addext',
      'subjectAltName=DNS:localhost,IP:127.0.0.1',
      '-keyout',
      key,
      '-out',
      certificate,
    ];
    execFileSync('openssl', ['req', ...request.split(' '), ...names], { stdio: 'ignore' });
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

async function startedWithUsers(): Promise<void> {
  const [certificate, key] = ['own.pem', 'own.key'].map((file) =>
    readFileSync(path.join(folder, file), 'utf8'),
  ) as [string, string];
  const server = await started({ tls: { certificate, key }, users: { lacre: 'right' } });
  address = (authority, credentials) =>
    `kurrentdb://${credentials}localhost:${server.address.port}?tls=true&tlsCAFile=${path.join(folder, `${authority}.pem`)}`;
}

test('a known user appends over TLS', async () => {
  await startedWithUsers();
  expect(await append(connected(address('own', 'lacre:right@')), event())).toBe(0n);
});

test.each([
  ['a wrong password', 'lacre:wrong@'],
  ['an unknown user', 'nobody:right@'],
  ['no credentials', ''],
])('with %s nothing is appended', async (_what, credentials) => {
  await startedWithUsers();
  const client = connected(address('own', credentials));
  await expect(append(client, event())).rejects.toBeInstanceOf(AccessDeniedError);
});

test('a certificate of an authority that the client does not know is refused', async () => {
  await startedWithUsers();
  const client = connected(address('other', 'lacre:right@'));
  await expect(append(client, event())).rejects.toThrow('UNAVAILABLE');
});
