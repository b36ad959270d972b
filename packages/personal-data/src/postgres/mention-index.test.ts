import { randomUUID } from 'node:crypto';

import type { EventStore } from '@lacre/event-store';
import { createPostgresEventStore } from '@lacre/event-store/postgres';
import { appendToEnd, streamOf, testEvent } from '@lacre/event-store/testing';
import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { openTestLog } from '../testing/index.ts';
import { openMentionIndex } from './index.ts';

let database: TestDatabase;
let pool: Pool;
let plain: EventStore;
let log: Awaited<ReturnType<typeof openTestLog>>;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, { max: 12, applicationName: 'mention-test' });
  plain = await createPostgresEventStore({ pool });
  log = await openTestLog(pool);
});
afterEach(async () => {
  await log.close();
  await plain.close();
  await pool.end();
  await database.drop();
});

const [ana, rui, tenantId] = [randomUUID(), randomUUID(), randomUUID()];
const signedIn = (personId: string, actorId = personId) =>
  testEvent({
    type: 'PersonSignedIn',
    data: { personId, tenantId, method: 'email-code' },
    metadata: {
      occurredAt: '2026-01-02T03:04:05.678Z',
      correlationId: 'x',
      schemaVersion: 1,
      tenantId,
      actor: { kind: 'person', id: actorId, name: 'Alguém' },
    },
  });
const append = (stream: string, store = log.eventStore, ...people: [string, string?]) =>
  appendToEnd(store, stream, [signedIn(...people)]);

it('names every stream that concerns a subject, by content or as its actor, up to this moment', async () => {
  const { mentions } = log.personalData;
  expect(await mentions.streamsOf(ana)).toEqual([]);
  await append('b-1', log.eventStore, ana);
  await append('a-1', log.eventStore, rui, ana);
  await append('a-1', log.eventStore, rui);
  expect(await mentions.streamsOf(ana)).toEqual(['a-1', 'b-1']);
  await append('c-1', log.eventStore, rui);
  expect(await mentions.streamsOf(rui)).toEqual(['a-1', 'c-1']);
  await append('d-1', log.eventStore, ana);
  expect((await mentions.among(['a-1', 'c-1', 'd-1', 'e-1'], [ana])).toSorted()).toEqual(['a-1', 'd-1']);
  expect((await mentions.among(['b-1', 'c-1'], [ana, rui])).toSorted()).toEqual(['b-1', 'c-1']);
});

it('knows events from before there were keys, which read as they are until their subject is erased', async () => {
  await append('person-1', plain, ana);
  expect(await log.personalData.mentions.streamsOf(ana)).toEqual(['person-1']);
  const nameOf = async () => (await streamOf(log.eventStore, 'person-1'))[0]?.metadata['actor'];
  expect(await nameOf()).toMatchObject({ name: 'Alguém' });
  await log.personalData.keys.destroy(ana);
  expect(await nameOf()).toMatchObject({ name: 'dados removidos' });
});

it('is the same when followers of the log and readers fill it at once', async () => {
  const stop = new AbortController();
  const indexes = Array.from({ length: 4 }, () => openMentionIndex({ pool, store: plain }));
  const faults: unknown[] = [];
  const following = indexes.map((index) => index.follow(stop.signal, (error) => faults.push(error)));
  for (let n = 0; n < 24; n++) {
    await append(`s-${n}`, log.eventStore, ana);
    const known = await indexes[n % 4]?.streamsOf(ana);
    expect(known).toHaveLength(n + 1);
  }
  const answers = await Promise.all(indexes.map((index) => index.streamsOf(ana)));
  for (const answer of answers) expect(answer).toHaveLength(24);
  stop.abort();
  await Promise.all(following);
  expect(faults).toEqual([]);
});
