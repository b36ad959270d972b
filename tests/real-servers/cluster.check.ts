import { setTimeout as sleep } from 'node:timers/promises';

import { EventStoreUnavailable, type RecordedEvent } from '@lacre/event-store';
import { createKurrentDbEventStore } from '@lacre/event-store/kurrentdb';
import { numberedEvents, readUntil, eventsIn, streamOf } from '@lacre/event-store/testing';
import { startCluster, type StartedCluster } from '@lacre/event-store/testing/kurrentdb-containers';
import { freePort } from '@lacre/test-support';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { ownPrefix } from './server.ts';

const LEADERS_KILLED = 3;
const WRITERS = 8;
const BETWEEN_KILLS_MS = 8000;

let cluster: StartedCluster;

beforeAll(async () => {
  const image = process.env['EVENT_STORE_TEST_CLUSTER_IMAGE'] ?? '';
  cluster = await startCluster(image, [await freePort(), await freePort(), await freePort()]);
}, 300_000);
afterAll(() => cluster.stop());

it(`keeps every acknowledged append once and in order through ${LEADERS_KILLED} killed leaders`, async () => {
  const store = createKurrentDbEventStore({
    connectionString: cluster.connectionString,
    prefix: ownPrefix(),
  });
  const load = { going: true };
  const acknowledged = new Map<string, string[]>();
  const writers = Array.from({ length: WRITERS }, async (_, number) => {
    const stream = `process-${number}`;
    const ids: string[] = [];
    acknowledged.set(stream, ids);
    while (load.going) {
      const [event] = numberedEvents(1);
      const expected = ids.length === 0 ? 'noStream' : BigInt(ids.length - 1);
      for (;;) {
        try {
          await store.append(stream, [event!], { expected });
          break;
        } catch (error) {
          if (!(error instanceof EventStoreUnavailable)) throw error;
          await sleep(50);
        }
      }
      ids.push(event!.id);
    }
  });
  /** Every writer has stored more than it has now: one that an election left behind never does, and the test ends. */
  const allGoOn = async () => {
    for (const ids of acknowledged.values())
      for (const before = ids.length; ids.length === before;) await sleep(50);
  };
  for (let killed = 0; killed < LEADERS_KILLED; killed += 1) {
    await sleep(BETWEEN_KILLS_MS);
    const name = await cluster.killLeader();
    await allGoOn();
    await sleep(BETWEEN_KILLS_MS);
    await cluster.revive(name);
  }
  load.going = false;
  await Promise.all(writers);
  const total = [...acknowledged.values()].reduce((sum, ids) => sum + ids.length, 0);
  const subscribed: RecordedEvent[] = eventsIn(
    await readUntil(store, { after: 'start' }, (all) => eventsIn(all).length >= total),
  );
  expect(subscribed).toHaveLength(total);
  for (const [stream, ids] of acknowledged) {
    expect((await streamOf(store, stream)).map(({ id }) => id)).toEqual(ids);
    expect(subscribed.filter((event) => event.stream === stream).map(({ id }) => id)).toEqual(ids);
  }
  await store.close();
}, 900_000);
