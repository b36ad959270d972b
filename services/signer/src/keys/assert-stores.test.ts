import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { MemoryBlobStore } from '@lacre/blob-store';
import type { EventStore, RecordedEvent } from '@lacre/event-store';
import { appendToEnd, numberedEvents } from '@lacre/event-store/testing';
import { openTestLog } from '@lacre/personal-data/testing';
import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { migrateSigner } from '../migrations.ts';
import { assertStoresFitLog, StoresDoNotFitLog } from './assert-stores.ts';

const EVENTS = 3000;
let database: TestDatabase;
let pool: Pool;
let log: Awaited<ReturnType<typeof openTestLog>>;
let keysFolder: string;
/** Unfiltered events that were read, and from where filtered ones were. */
let read: number;
let filteredFrom: unknown[];

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 4, applicationName: 'assert-stores-test' });
  log = await openTestLog(pool);
  await migrateSigner(pool);
  keysFolder = await mkdtemp(join(tmpdir(), 'lacre-seal-keys-'));
  await appendToEnd(log.bareStore, 'one', numberedEvents(EVENTS));
  read = 0;
  filteredFrom = [];
});
afterEach(async () => {
  await log.close();
  await pool.end();
  await database.drop();
  await rm(keysFolder, { recursive: true });
});

async function* counted(events: AsyncIterable<RecordedEvent>): AsyncGenerator<RecordedEvent> {
  for await (const event of events) {
    read += 1;
    yield event;
  }
}

/** The log, and how much of it is looked at. */
function watched(): EventStore {
  const store = log.bareStore;
  return new Proxy(store, {
    get(target, name, receiver) {
      if (name === 'readAll')
        return (options: Parameters<EventStore['readAll']>[0]) => {
          if (options.filter === undefined) return counted(store.readAll(options));
          filteredFrom.push(options.after);
          return store.readAll(options);
        };
      const member: unknown = Reflect.get(target, name, receiver);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

const check = () =>
  assertStoresFitLog({ eventStore: watched(), pool, blobs: new MemoryBlobStore(), keysFolder });

const seal = () =>
  pool.query(
    `insert into signer.issued_version
       (sha256, document_id, process_id, tenant_id, size_bytes, validation_code, whole, made_as)
     values ($1, $2, $3, $4, 1000, 'ABCD-EFGH', true, 'document')`,
    ['ab'.repeat(32), randomUUID(), randomUUID(), randomUUID()],
  );

it('reads a bounded part of a log where nothing was ever sealed', async () => {
  await mkdir(join(keysFolder, 'authority'));
  await check();
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(1000);
  expect(filteredFrom).toEqual([]);
});

it('reads on from where the register of seals has come before an authority is made', async () => {
  await check();
  expect(filteredFrom[0]).toBe('start');
  filteredFrom = [];
  const head = await log.bareStore.head();
  await pool.query('update signer.issued_checkpoint set position = $1', [head]);
  await check();
  expect(filteredFrom.length).toBeGreaterThan(0);
  expect(new Set(filteredFrom)).toEqual(new Set([head]));
});

it('refuses that an authority is made where anything was sealed', async () => {
  await seal();
  await expect(check()).rejects.toThrow(StoresDoNotFitLog);
  await expect(check()).rejects.toThrow(/há documentos selados, e as chaves do selo não estão em/);
});
