import { PLACES } from '@lacre/adapters';
import { TABLES_AFTER_LOG, TABLES_BEFORE_LOG, whyOf } from '@lacre/local/backup/kept-tables';
import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { startHookServer } from '@lacre/projector/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Lacre } from '../support/lacre.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
} from '../support/scenario.ts';
import { until } from '../support/until.ts';

/** What holds positions and is no place that a reader goes on from; each is written anew, or goes, with an epoch. */
const KNOWN = {
  'projector.checkpoint': 'the places of read models, which are retired and built anew',
  'projector.parked_event': 'goes with the read model that could not take the event',
  'installation.identity': 'the last event seen, written anew in each epoch',
  'command.idempotency': 'answers to requests, emptied',
  'command.credit_snapshot': 'what accounts of credits came to, emptied',
  'command.credit_snapshot_reservation': 'goes with its account',
};

let database: TestDatabase;
let lacre: Lacre;
let hook: Awaited<ReturnType<typeof startHookServer>>;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 2, applicationName: 'checkpoint-tables-test' });
  hook = await startHookServer((_request, response) => void response.writeHead(204).end(), { tls: false });
  lacre = await Lacre.create({
    DATABASE_URL: database.connectionString,
    WEBHOOK_ALLOW_LOOPBACK: 'true',
  });
  await lacre.start();
  const { api, ...account } = await openAccount(lacre.origin);
  const url = `http://127.0.0.1:${hook.port}/avisos`;
  // What looks for earlier ones comes to a place once there is one.
  for (const description of ['ERP', 'Arquivo'])
    await api.call('createWebhook', { body: { url, description } });
  const ana = await addPerson(api, 'Ana Souza');
  const { proof } = await uploadProof(api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const asked = [{ person: ana, part: 'signer' as const }];
  const { processId } = await openProcess({ api, ...account }, [{ proof }], asked);
  await signAll(await personSession(lacre.origin, processId, ana), processId);
  await processWhen(api, processId, ({ status }) => status === 'finished');
}, 120_000);
afterAll(async () => {
  await lacre.dispose();
  await hook.close();
  await pool.end();
  await database.drop();
});

const names = async (sql: string, values: string[] = []): Promise<string[]> =>
  (await pool.query<{ name: string }>(sql, values)).rows.map(({ name }) => name);

/** Of everything but the log itself. */
const tables = () =>
  names(`select table_schema || '.' || table_name as name from information_schema.tables
          where table_type = 'BASE TABLE' and table_schema not in ('event_store', 'pg_catalog', 'information_schema')`);

/** By the names of columns and tables, and by what is in them: a place is an epoch, a point and a number. */
async function tablesWithPositions(): Promise<Set<string>> {
  const found = new Set(
    await names(`select distinct table_schema || '.' || table_name as name from information_schema.columns
      where table_schema not in ('event_store', 'pg_catalog', 'information_schema')
        and data_type = 'text'
        and (column_name ~ '(position|checkpoint|cursor)' or table_name ~ '(checkpoint|place$)')`),
  );
  const [epoch = ''] = await names('select epoch as name from installation.identity');
  expect(epoch).not.toBe('');
  for (const table of await tables()) {
    const { rowCount } = await pool.query(`select from ${table} as row where row::text ~ $1 limit 1`, [
      `\\m${epoch}\\.\\d`,
    ]);
    if (rowCount === 1) found.add(table);
  }
  return found;
}

it('every table that remembers a place in the log is carried over an epoch, or known to go with it', async () => {
  const found = await tablesWithPositions();
  const readModels = new Set(
    await names(`select replace(unnest(tables), '"', '') as name from projector.checkpoint`),
  );
  const views = new Set(
    await names(`select table_schema || '.' || table_name as name from information_schema.views`),
  );
  const emptied = new Set(PLACES.flatMap(({ rows }) => rows));
  const places = new Set(PLACES.map(({ table }) => table));
  const forgotten = [...found].filter(
    (table) =>
      !places.has(table) &&
      !(table in KNOWN) &&
      !readModels.has(table) &&
      !views.has(table) &&
      !emptied.has(table),
  );
  expect(forgotten).toEqual([]);
});

it('every table listed as a checkpoint exists, and is one', async () => {
  const there = await tables();
  expect(PLACES.flatMap(({ table, rows }) => [table, ...rows]).filter((one) => !there.includes(one))).toEqual(
    [],
  );
  expect(Object.keys(KNOWN).filter((one) => !there.includes(one))).toEqual([]);
  for (const { table } of PLACES)
    await until(`a place in ${table}`, async () => {
      const { rows } = await pool.query<{ position: string | null }>(`select position from ${table}`);
      return rows.length === 1 && rows[0]?.position !== null ? true : undefined;
    });
});

it('every table is in a backup, or known to be nothing that one needs', async () => {
  const there = await tables();
  expect(there.filter((table) => whyOf(table) === undefined)).toEqual([]);
  const kept = [...TABLES_BEFORE_LOG, ...TABLES_AFTER_LOG].map(({ name }) => name);
  expect(kept.filter((table) => !there.includes(table))).toEqual([]);
});

it('rows of every kept table go along with a tenant by an id that it has, and by the tenant where it names one', async () => {
  const ids = new Set(
    await names(`select table_schema || '.' || table_name || ' ' || column_name as name
      from information_schema.columns where data_type = 'uuid'`),
  );
  const kept = [...TABLES_BEFORE_LOG, ...TABLES_AFTER_LOG];
  const by = kept.flatMap(({ name, moved }) => ('column' in moved ? [`${name} ${moved.column}`] : []));
  expect(by.filter((column) => !ids.has(column))).toEqual([]);
  const naming = kept.map(({ name }) => `${name} tenant_id`).filter((column) => ids.has(column));
  // Browsers subscribe to an address; who arrives is said anew.
  const staying = ['webhook.arriving tenant_id', 'push.subscription tenant_id'];
  expect(naming.filter((column) => !by.includes(column))).toEqual(staying);
});
