import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { QUERY_ROLE } from '@lacre/read-models';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { sealedByOnePerson } from '../support/main-steps.ts';
import { operateApart } from '../support/operator-command.ts';
import { SERVICES, ServicesApart, type Service } from '../support/services-apart.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PREFIX = `test_${process.pid}_${Date.now()}`;
const OWNER = `${PREFIX}_owner`;
let database: TestDatabase;
let ownerUrl: string;
let folder: string;
let addresses: Record<Service, string>;
let services: ServicesApart;

const migrate = (databaseUrl: string, ...options: string[]) =>
  operateApart(folder, { DATABASE_URL: databaseUrl }, 'migrate', ...options);

/** What it shows of a database that it brings up to date. */
async function migrated(databaseUrl: string, ...options: string[]): Promise<string> {
  const { status, said, shown } = await migrate(databaseUrl, ...options);
  expect(status, said).toBe(0);
  return shown;
}

/** As an operator prepares a database (docs/operating/database.md): its owner is no superuser. */
async function prepared(): Promise<{ database: TestDatabase; ownerUrl: string }> {
  const made = await createTestDatabase();
  const admin = new Client({ connectionString: made.connectionString });
  await admin.connect();
  await admin.query(`
    do $$ begin create role ${QUERY_ROLE} nologin; exception when duplicate_object or unique_violation then null; end $$;
    do $$ begin create role "${OWNER}" login createrole password 'of-a-test';
    exception when duplicate_object then null; end $$;
    grant ${QUERY_ROLE} to "${OWNER}" with admin option;
    alter database "${new URL(made.connectionString).pathname.slice(1)}" owner to "${OWNER}";`);
  await admin.end();
  const owner = new URL(made.connectionString);
  Object.assign(owner, { username: OWNER, password: 'of-a-test' });
  return { database: made, ownerUrl: owner.href };
}

beforeAll(async () => {
  ({ database, ownerUrl } = await prepared());
  folder = await mkdtemp(join(tmpdir(), 'lacre-roles-'));
  await migrated(ownerUrl, '--roles', PREFIX, '--url-folder', folder);
  const read = async (service: Service) => (await readFile(join(folder, service), 'utf8')).trim();
  addresses = {
    command: await read('command'),
    query: await read('query'),
    projector: await read('projector'),
    signer: await read('signer'),
  };
  services = await ServicesApart.create((service) => ({
    DATABASE_URL_FILE: join(folder, service),
    AUTO_MIGRATE: 'false',
  }));
  await services.start();
});
afterAll(async () => {
  await services.dispose();
  await database.drop();
  const admin = new Client({ connectionString: new URL('/postgres', database.connectionString).href });
  await admin.connect();
  for (const name of [...SERVICES, 'owner']) await admin.query(`drop role if exists "${PREFIX}_${name}"`);
  await admin.end();
  await rm(folder, { recursive: true });
});

/** The code of the error that a statement ends with, as a service's role; undefined where it is carried out. */
async function refusalOf(service: Service, statement: string): Promise<string | undefined> {
  const client = new Client({ connectionString: addresses[service] });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.end();
  }
}

const DENIED = '42501';

it('runs the four services, each with a role of its own, from a new account to a sealed file', async () => {
  const { sealed } = await sealedByOnePerson(services);
  expect(Buffer.from(sealed.subarray(0, 5)).toString()).toBe('%PDF-');
  for (const service of SERVICES) expect(services.said(service)).not.toMatch(/permission denied|42501/);
});

it('can be given again, while the services run', async () => {
  expect(await migrated(ownerUrl, '--roles', PREFIX)).toContain('As senhas ficam como estão.');
  const { sealed } = await sealedByOnePerson(services);
  expect(sealed.length).toBeGreaterThan(1000);
  for (const service of SERVICES) expect(services.said(service)).not.toMatch(/permission denied|42501/);
  expect(await migrated(ownerUrl, '--check')).toContain('em dia');
});

it('allows queries to count exports, and to remove no count', async () => {
  const count = `select identity.count_attempt('of a test', now(), interval '1 s')`;
  expect(await refusalOf('query', count)).toBeUndefined();
  expect(await refusalOf('query', 'delete from identity.attempts')).toBe(DENIED);
});

it.each(SERVICES)(
  '%s changes and removes nothing in the log, and no ledger of migrations',
  async (service) => {
    for (const statement of [
      `update event_store.events set type = 'x'`,
      'delete from event_store.events',
      'truncate event_store.events',
      'drop table event_store.events',
      'alter table event_store.events disable trigger all',
      `create function event_store.f() returns int language sql as 'select 1'`,
      `insert into command.migrations (id, checksum) values ('x', 'x')`,
      `delete from event_store.migrations`,
      'create schema x',
      'create table public.x ()',
    ])
      expect([statement, await refusalOf(service, statement)]).toEqual([statement, DENIED]);
  },
);

it.each([
  [
    'query',
    'appends nothing',
    `insert into event_store.events (stream, revision, event_id, type, data, metadata) values ('x', 0, gen_random_uuid(), 'X', '{}', '{}')`,
  ],
  ['query', 'sees no read model but as the role that is bound to one tenant', 'select from read.process'],
  ['query', 'writes no read model', `delete from read.tenant`],
  ['query', 'sees no credential', 'select from identity.session'],
  ['query', 'destroys no key', 'update personal_data.subject_key set wrapped = null'],
  ['query', 'takes no work', 'delete from work_queue.job'],
  ['signer', 'sees no credential', 'select from identity.session'],
  ['signer', 'writes no read model', 'delete from read.tenant'],
  ['signer', 'destroys no key', 'update personal_data.subject_key set wrapped = null'],
  ['signer', 'writes nothing of the command service', 'delete from command.idempotency'],
  ['projector', 'sees no credential', 'select from identity.session'],
  ['projector', 'destroys no key', 'update personal_data.subject_key set wrapped = null'],
  ['projector', 'writes nothing of the signer', 'delete from signer.face_template'],
  ['command', 'writes no read model', 'delete from read.tenant'],
  ['command', 'sees no face', 'select from signer.face_template'],
] as const)('%s %s', async (service, _what, statement) => {
  expect(await refusalOf(service, statement)).toBe(DENIED);
});

const KEY = 'ab'.repeat(32);

/** What a service that is not to start ends with, and says. */
const startOf = (service: Service, databaseUrl: string): Promise<string> =>
  promisify(execFile)(
    process.execPath,
    [fileURLToPath(new URL(`../../services/${service}/src/main.ts`, import.meta.url))],
    {
      env: {
        DATABASE_URL: databaseUrl,
        AUTO_MIGRATE: 'false',
        SMTP_URL: 'smtp://127.0.0.1:1',
        PUBLIC_URL: 'http://localhost',
        JWKS_URL: 'http://127.0.0.1:1/',
        API_TOKENS_URL: 'http://127.0.0.1:1/',
        PROOF_SECRET: KEY,
        PERSONAL_DATA_KEYS: KEY,
      },
    },
  ).then(
    () => 'started',
    (error: { stderr: string; code: number }) => `${error.code} ${error.stderr}`,
  );

it('begins no installation by a service that only reads, and says why in one line', async () => {
  const { database: another, ownerUrl: anotherOwner } = await prepared();
  const own = new URL(addresses.query);
  own.pathname = new URL(another.connectionString).pathname;
  try {
    expect(await startOf('query', own.href)).toMatch(
      /^1 o banco de dados está atrás desta versão do Lacre: .*Rode antes: lacre migrate\n$/,
    );
    await migrated(anotherOwner);
    expect(await startOf('query', own.href)).toMatch(
      /^1 o usuário do banco de dados não tem direitos no esquema .*lacre migrate --roles\n$/,
    );
    await migrated(anotherOwner, '--roles', PREFIX);
    expect(await startOf('query', own.href)).toBe(
      '1 esta instalação ainda não começou, e este serviço não escreve no registro: inicie o serviço command antes, uma vez\n',
    );
  } finally {
    await another.drop();
  }
});

it('does not start a service on a database that is behind or ahead, and says which in one line', async () => {
  const owner = new Client({ connectionString: database.connectionString });
  await owner.connect();
  const start = () => startOf('projector', addresses.projector);
  try {
    await owner.query(`insert into installation.migrations (id, checksum) values ('900-later', 'x')`);
    expect(await start()).toBe(
      '1 o banco de dados está à frente desta versão do Lacre, que não conhece 900-later do esquema installation. Use a versão que o migrou, ou uma mais nova.\n',
    );
    await owner.query(
      `delete from installation.migrations where id in ('900-later', '009-checked-contents')`,
    );
    expect(await start()).toBe(
      '1 o banco de dados está atrás desta versão do Lacre: no esquema installation falta 009-checked-contents. Rode antes: lacre migrate\n',
    );
    expect(await migrate(ownerUrl, '--check')).toMatchObject({
      status: 1,
      shown: expect.stringContaining('009-checked-contents'),
    });
  } finally {
    await owner.query('drop table installation.checked_content');
    await owner.end();
    await migrated(ownerUrl, '--roles', PREFIX);
  }
});
