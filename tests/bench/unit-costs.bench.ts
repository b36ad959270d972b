/**
 * What one more process of one document costs the whole product: bytes of the database by schema, rows of read models, CPU
 * seconds, deliveries of webhooks, time of `lacre fsck` and of `lacre backup`:
 * `node tests/bench/unit-costs.bench.ts [--quick] [--json]`. Two pages, two signers, the default level; what two sizes
 * differ by, so that neither the start nor the account counts.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import { readEnvironment } from '@lacre/adapters';
import { CHECK_NAMES } from '@lacre/local/audit/check-names';
import { fsck } from '@lacre/local/audit/fsck';
import { openInstallation } from '@lacre/local/audit/open-installation';
import { createPool, ensureDatabase, startEmbeddedPostgres } from '@lacre/postgres';
import { databaseCpuSeconds, processCpuSeconds } from '@lacre/postgres/testing';
import { startHookServer } from '@lacre/projector/testing';

import { Lacre } from '../support/lacre.ts';
import { operated } from '../support/operator-command.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
  type Account,
} from '../support/scenario.ts';
import { until } from '../support/until.ts';

const isQuick = process.argv.includes('--quick');
const [FIRST, MORE] = isQuick ? [2, 4] : [50, 300];
const AT_ONCE = 4;
const DELIVERED_WITHIN_MS = 600_000;

const folder = mkdtempSync(join(tmpdir(), 'lacre-unit-costs-'));
const [backup, keyFile] = [join(folder, 'backup'), join(folder, 'backup.key')];
writeFileSync(keyFile, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
const url = await ensureDatabase(postgres.connectionString(), 'lacre');
const pool = createPool(url, { max: 1, applicationName: 'unit-costs' });
process.env['DATABASE_URL'] = url;
const hook = await startHookServer(
  (_received, response) => {
    response.writeHead(204).end();
  },
  { tls: false },
);
const lacre = await Lacre.create({
  DATABASE_URL: url,
  CREDITS_GRANT: '100000',
  WEBHOOK_ALLOW_LOOPBACK: 'true',
});

async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await act();
  return (performance.now() - from) / 1000;
}

/** Heaps, indexes and values kept apart, with what updates have left in them. */
async function databaseBytes(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; bytes: string }>(
    `select case when nspname = 'event_store' then 'event_store ' || case relkind when 'i' then 'indexes' else 'rows' end else nspname end as name,
            sum(pg_relation_size(c.oid)) as bytes
       from (select oid, relkind, relnamespace from pg_class where relkind in ('r', 'i')
             union all
             select t.oid, 'r', r.relnamespace from pg_class r join pg_class t on t.oid = r.reltoastrelid
             union all
             select x.indexrelid, 'r', r.relnamespace from pg_class r join pg_index x on x.indrelid = r.reltoastrelid) c
       join pg_namespace n on n.oid = c.relnamespace
      where nspname not like 'pg\\_%' and nspname <> 'information_schema'
      group by 1`,
  );
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

async function readRows(): Promise<number> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables where schemaname = 'read'`,
  );
  let count = 0;
  for (const { name } of rows)
    count += Number((await pool.query<{ count: string }>(`select count(*) from ${name}`)).rows[0]?.count);
  return count;
}

interface Measured {
  events: number;
  readRows: number;
  bytes: Record<string, number>;
  /** By check. */
  fsckSeconds: Record<string, number>;
  /** The same, once all of it has been found whole. */
  fsckAgainSeconds: Record<string, number>;
  backupSeconds: number;
}

/** With the product stopped. */
async function measure(): Promise<Measured> {
  const backupSeconds = await secondsOf(() =>
    operated(lacre.dataDir, 'backup', '--to', backup, '--key-file', keyFile),
  );
  const installation = await openInstallation(lacre.dataDir, readEnvironment('commands', process.env));
  try {
    const problems: unknown[] = [];
    const check = async (whole: boolean): Promise<Record<string, number>> => {
      const seconds: Record<string, number> = {};
      let from = performance.now();
      // The log is read, once for all, before the first of them ends.
      const onChecked = (name: string): void => {
        seconds[name === CHECK_NAMES[0] ? 'reading the log' : name] = (performance.now() - from) / 1000;
        from = performance.now();
      };
      problems.push(...(await fsck(installation, CHECK_NAMES, { onChecked }, { whole })));
      return seconds;
    };
    const [fsckSeconds, fsckAgainSeconds] = [await check(true), await check(false)];
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
    const { rows } = await pool.query<{ count: string }>('select count(*) from event_store.events');
    return {
      events: Number(rows[0]?.count),
      readRows: await readRows(),
      bytes: await databaseBytes(),
      fsckSeconds,
      fsckAgainSeconds,
      backupSeconds,
    };
  } finally {
    await installation.close();
  }
}

const people: Awaited<ReturnType<typeof addPerson>>[] = [];
let sessions: Awaited<ReturnType<typeof personSession>>[] = [];

async function begin(account: Account): Promise<string> {
  const title = `Contrato ${randomUUID()}`;
  const { proof } = await uploadProof(account.api, await samplePdf({ pages: 2, title }), 'contrato.pdf');
  const parts = people.map((person) => ({ person, part: 'signer' as const }));
  return (await openProcess(account, [{ proof }], parts)).processId;
}

async function seal(account: Account, count: number): Promise<void> {
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const processId = await begin(account);
      for (const session of sessions) await signAll(session, processId);
      await processWhen(account.api, processId, ({ status }) => status === 'finished');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const pendingDeliveries = async (): Promise<number> => {
  const sql = `select count(*) from webhook.delivery where status = 'pending'`;
  return Number((await pool.query<{ count: string }>(sql)).rows[0]?.count);
};

try {
  await lacre.start();
  const account = await openAccount(lacre.origin);
  for (const name of ['Ana Souza', 'Rui Barbosa']) people.push(await addPerson(account.api, name));
  const { webhookId } = await account.api.call('createWebhook', {
    body: { url: `http://127.0.0.1:${hook.port}/avisos` },
  });
  const first = await begin(account);
  sessions = await Promise.all(people.map((person) => personSession(lacre.origin, first, person)));
  await seal(account, FIRST);
  await until(
    'all to be sent',
    async () => (await pendingDeliveries()) === 0 || undefined,
    DELIVERED_WITHIN_MS,
  );
  await lacre.stop();
  const before = await measure();

  await lacre.start();
  await account.api.call('pauseWebhook', { params: { webhookId } });
  const cpu = { product: processCpuSeconds(lacre.pid), database: await databaseCpuSeconds(pool) };
  const sealingSeconds = await secondsOf(() => seal(account, MORE));
  const deliveries = await pendingDeliveries();
  const product = processCpuSeconds(lacre.pid) - cpu.product;
  const database = (await databaseCpuSeconds(pool)) - cpu.database;
  const deliveringSeconds = await secondsOf(async () => {
    await account.api.call('resumeWebhook', { params: { webhookId } });
    await until(
      'all to be sent',
      async () => (await pendingDeliveries()) === 0 || undefined,
      DELIVERED_WITHIN_MS,
    );
  });
  await lacre.stop();
  const after = await measure();

  const each = (total: number, places = 0): number => Number((total / MORE).toFixed(places));
  const differences = (
    now: Readonly<Record<string, number>>,
    then: Readonly<Record<string, number>>,
    places: number,
  ) =>
    Object.fromEntries(
      Object.entries(now).map(([name, value]) => [name, each(value - (then[name] ?? 0), places)]),
    );
  const msOf = (what: 'fsckSeconds' | 'fsckAgainSeconds') =>
    Object.fromEntries(
      Object.entries(differences(after[what], before[what], 5)).map(([name, value]) => [
        name,
        Number((value * 1000).toFixed(2)),
      ]),
    );
  const figures = {
    processes: MORE,
    load: Number(loadavg()[0]?.toFixed(1)),
    perProcess: {
      events: each(after.events - before.events, 1),
      readRows: each(after.readRows - before.readRows, 1),
      databaseBytes: differences(after.bytes, before.bytes, 0),
      productCpuMs: each(product * 1000),
      databaseCpuMs: each(database * 1000),
      deliveriesToAWebhook: each(deliveries, 1),
      fsckMs: msOf('fsckSeconds'),
      fsckAgainMs: msOf('fsckAgainSeconds'),
      backupMs: each(after.backupSeconds * 1000, 1),
    },
    processesPerSecond: Number((MORE / sealingSeconds).toFixed(1)),
    webhookDeliveriesPerSecond: Math.round(deliveries / deliveringSeconds),
  };
  console.log(JSON.stringify(figures));
} finally {
  await lacre.dispose();
  await hook.close();
  await pool.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
