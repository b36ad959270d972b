import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { cpfOf } from '@lacre/contracts/testing';
import { ensureDatabase, startEmbeddedPostgres, type EmbeddedPostgres } from '@lacre/postgres';
import { startStandby, type Standby } from '@lacre/postgres/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { sealedByOnePerson } from '../support/main-steps.ts';
import { fresh, openAccount, type Account } from '../support/scenario.ts';
import { ServicesApart } from '../support/services-apart.ts';
import { until } from '../support/until.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** How long a reader waits for its own write (`projection-watch.ts`), and what timers may be early by, milliseconds. */
const WAITED_MS = 2000 - 20;

let folder: string;
let server: EmbeddedPostgres;
let standby: Standby;
let services: ServicesApart;
let replica: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-primary-'));
  await chmod(folder, 0o755);
  server = await startEmbeddedPostgres({ dataDir: folder });
  const url = await ensureDatabase(server.connectionString(), 'lacre');
  standby = await startStandby(folder, url);
  replica = new Client({ connectionString: standby.connectionString });
  await replica.connect();
  services = await ServicesApart.create((service) => ({
    DATABASE_URL: url,
    ...(service === 'query' && { QUERY_DATABASE_URL: standby.connectionString }),
  }));
  await services.start();
});
afterAll(async () => {
  await services.dispose();
  await replica.end();
  await standby.stop();
  await server.stop();
  await rm(folder, { recursive: true });
});

/** @returns the position of the command */
async function record({ api }: Account, name: string): Promise<string> {
  const number = fresh();
  const body = { cpf: cpfOf(number), name, email: `pessoa${number}@exemplo.com.br` };
  return (await api.call('createPerson', { body })).position;
}

const names = async ({ api }: Account, position: string): Promise<string[]> =>
  (await api.call('listPersons', { query: { 'min-position': position } })).items.map(({ name }) => name);

it('shows callers their own writes from a standby, through to a sealed file', async () => {
  const { account, processId } = await sealedByOnePerson(services);
  const { items } = await account.api.call('listProcesses');
  expect(items.map((item) => item.processId)).toEqual([processId]);
});

it('waits for the standby, not for the server that it follows', async () => {
  const account = await openAccount(services.origin, undefined, services.confirmation);
  const first = await record(account, 'Ana Souza');
  await until('the first write', async () => ((await names(account, first)).length === 1 ? true : undefined));
  await replica.query('select pg_wal_replay_pause()');
  await until('replay to be paused', async () => {
    const { rows } = await replica.query<{ state: string }>(
      'select pg_get_wal_replay_pause_state() as state',
    );
    return rows[0]?.state === 'paused' ? true : undefined;
  });
  let position: string;
  try {
    position = await record(account, 'Rui Prado');
    const began = performance.now();
    expect(await names(account, position)).toEqual(['Ana Souza']);
    expect(performance.now() - began).toBeGreaterThan(WAITED_MS);
  } finally {
    await replica.query('select pg_wal_replay_resume()');
  }
  await until('the write on the standby', async () =>
    (await names(account, position)).length === 2 ? true : undefined,
  );
});
