import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openLog } from '@lacre/adapters';
import { streams } from '@lacre/contracts';
import { loadSecrets } from '@lacre/local/secrets';
import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { newEvent } from '@lacre/projector/testing';
import type { Pool, PoolClient } from 'pg';
import pino from 'pino';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { launchChromium } from '../../browser/chromium.ts';
import { Requester } from '../../browser/requester.ts';
import { Visitor } from '../../browser/visitor.ts';
import { ApiError } from '../../support/api.ts';
import { Lacre } from '../../support/lacre.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  requestOf,
  uploadProof,
} from '../../support/scenario.ts';
import { until } from '../../support/until.ts';

/** More than a start waits for, each of a tenant of its own. */
const TENANTS = 60;
const EVENTS_EACH = 250;
/** Key of the lock that holds the build where indexes are made. */
const HOLD = 4711;

let database: TestDatabase;
let pool: Pool;
let lacre: Lacre;
let browser: Browser;
/** Holds the build while it is connected. */
let holder: PoolClient | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 3, applicationName: 'rebuild-test' });
  lacre = await Lacre.create({ DATABASE_URL: database.connectionString });
  [browser] = await Promise.all([launchChromium(), lacre.start()]);
}, 120_000);
afterAll(async () => {
  holder?.release(true);
  await Promise.all([browser?.close(), lacre?.dispose()]);
  await pool.end();
  await database.drop();
});

/** Other tenants' facts, in the log of the stopped product. */
async function growLog(): Promise<void> {
  const { personalDataKeys: masterKeys } = await loadSecrets(lacre.dataDir);
  const logger = pino({ level: 'silent' });
  const log = await openLog(undefined, { pool, logger, prefix: 'lacre.', masterKeys });
  for (let tenant = 0; tenant < TENANTS; tenant += 1) {
    const tenantId = randomUUID();
    const grant = () => newEvent('CreditsGranted', { tenantId, amount: 1, reason: 'x' });
    await log.eventStore.append(streams.credits(tenantId), Array.from({ length: EVENTS_EACH }, grant), {
      expected: 'noStream',
    });
  }
  await log.close();
}

/** Drops the read models; the next build waits, once every event is folded, for `holder`. */
async function dropReadModels(): Promise<void> {
  await pool.query(`drop schema read cascade; drop schema projector cascade;
    create function public.hold() returns event_trigger language plpgsql as $$ begin
      if current_query() like 'create index%feed%' then perform pg_advisory_xact_lock(${HOLD}); end if;
    end $$;
    create event trigger hold on ddl_command_start when tag in ('CREATE INDEX') execute function public.hold()`);
  holder = await pool.connect();
  await holder.query(`select pg_advisory_lock(${HOLD})`);
}

const says = (words: string) => until(words, async () => (lacre.output.includes(words) ? true : undefined));
const refusalOf = (error: unknown) => (error instanceof ApiError ? error.problem.code : error);

it('listens, says how far it is and takes commands while dropped read models are built', async () => {
  const { api, ...account } = await openAccount(lacre.origin);
  const ana = await addPerson(api, 'Ana Souza');
  const { proof } = await uploadProof(api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const { processId } = await openProcess(
    { api, ...account },
    [{ proof }],
    [{ person: ana, part: 'signer' }],
  );
  const person = await personSession(lacre.origin, processId, ana);
  const { documents } = await requestOf(person, processId);
  await lacre.stop();
  await growLog();
  await dropReadModels();
  await lacre.start();
  await says('As listas e consultas estão sendo preparadas a partir do registro');

  // The page comes at once, and a query says why it cannot be answered, and when to come again.
  const page = await fetch(`${lacre.origin}/`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/html'),
  ]);
  const refused = await fetch(`${lacre.origin}/api/company?min-position=1`, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'READ_MODELS_REBUILDING' });
  // How far it is, is noted from time to time.
  const status = await until('how far it is', async () => {
    const now = await api.call('readModelsStatus');
    return now.percent === null ? undefined : now;
  });
  expect(status.rebuilding).toBe(true);
  expect(status.percent).toBeGreaterThan(0);
  expect(status.percent).toBeLessThan(100);

  // Commands decide from streams.
  const [tag, signed] = await Promise.all([
    api.call('createTag', { body: { name: 'Urgente' } }),
    person.call('sign', {
      idempotencyKey: randomUUID(),
      body: {
        signatures: documents.map(({ signatureId, documentId, sha256 }) => ({
          signatureId,
          documentId,
          documentSha256: sha256,
        })),
        consent: { accepted: true, termsVersion: '2026-11' },
      },
    }),
  ]);
  await expect(api.call('listTags').catch(refusalOf)).resolves.toBe('READ_MODELS_REBUILDING');

  const visitor = await Visitor.arrive(browser, lacre.origin);
  await new Requester(visitor).signsIn(account);
  await visitor.page.getByRole('heading', { name: 'Preparando listas e consultas' }).waitFor();
  await visitor.page.getByText(/^\d+%/).waitFor();
  await visitor.inspects('read models being built');

  holder?.release(true);
  holder = undefined;
  // By itself, with nothing pressed.
  await visitor.page
    .getByRole('heading', { name: 'Preparando listas e consultas' })
    .waitFor({ state: 'detached' });
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
  const complaints = await visitor.leaves();
  expect(complaints.filter((one) => !one.startsWith('503 GET /api/'))).toEqual([]);

  expect(signed).toBeDefined();
  const done = await processWhen(api, processId, ({ status: is }) => is === 'finished');
  expect(done.documents.map(({ status: is }) => is)).toEqual(['sealed']);
  const tags = await api.call('listTags');
  expect(tags.items.map(({ tagId }) => tagId)).toEqual([tag.tagId]);
  await says('As listas e consultas estão prontas');
  expect(await api.call('readModelsStatus')).toMatchObject({ rebuilding: false });
  // A line for each read model, and none for each batch.
  const lines = (await readFile(join(lacre.dataDir, 'lacre.log'), 'utf8')).split('\n');
  expect(lines.filter((line) => line.includes('"percent"')).length).toBeLessThan(30);
}, 180_000);
