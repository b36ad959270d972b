import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Lacre } from '../support/lacre.ts';
import { until } from '../support/until.ts';

/** Each takes 2 to 10 MB of heap, and more of what loading it leaves, in a process that may never need it. */
const ON_FIRST_USE = {
  '@kurrent/kurrentdb-client': 'the log in KurrentDB',
  '@grpc/grpc-js': 'the log in KurrentDB',
  'google-protobuf': 'the log in KurrentDB',
  '@nats-io/transport-node': 'the queue in NATS',
  '@nats-io/jetstream': 'the queue in NATS',
  nodemailer: 'mail by SMTP',
  '@simplewebauthn/server': 'passkeys',
  '@peculiar/asn1-schema': 'passkeys',
  'node-forge': 'a seal by a PFX file',
  koffi: 'a seal by a hardware module',
  undici: 'requests to other services',
  'pdf-lib': 'evidence pages, and the contract of the demonstration',
  '@vladmandic/face-api': 'faces',
  '@opentelemetry/sdk-trace-node': 'traces',
} as const;

let database: TestDatabase;
let lacre: Lacre;
let loaded: string[];
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'lacre-test-'));
  const file = join(folder, 'modules');
  const hook = fileURLToPath(new URL('../support/record-modules.ts', import.meta.url));
  lacre = await Lacre.create({
    DATABASE_URL: database.connectionString,
    NODE_OPTIONS: `--import ${hook}`,
    MODULES_FILE: file,
  });
  await lacre.start();
  const described = await fetch(`${lacre.origin}/api/openapi.json`);
  if (!described.ok) throw new Error(`answered ${described.status}`);
  lacre.signal('SIGUSR2');
  loaded = await until('the list of modules', async () => {
    const text = await readFile(file, 'utf8').catch(() => '');
    return text === '' ? undefined : text.split('\n');
  });
}, 120_000);
afterAll(async () => {
  await lacre.dispose();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const isOf = (name: string) => (url: string) => url.includes(`/node_modules/${name}/`);

it('knows what the product has loaded', () => {
  for (const name of ['fastify', 'pg', 'kysely']) expect(loaded.some(isOf(name)), name).toBe(true);
});

it.each(Object.entries(ON_FIRST_USE))('has no %s loaded: it is for %s', (name) => {
  expect(loaded.filter(isOf(name))).toEqual([]);
});
