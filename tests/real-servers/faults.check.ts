import { setTimeout as sleep } from 'node:timers/promises';

import { EventStoreUnavailable, type EventStore, type NewEvent } from '@lacre/event-store';
import { createKurrentDbEventStore } from '@lacre/event-store/kurrentdb';
import { collect, eventsIn, numberedEvents, readUntil, streamOf } from '@lacre/event-store/testing';
import { TcpProxy } from '@lacre/event-store/testing/tcp-proxy';
import { expect, it } from 'vitest';

import { givenServer, ownPrefix } from './server.ts';

/** The server behind a proxy that can break: only where one host is named, without TLS. */
async function behindProxy(): Promise<{ proxy: TcpProxy; store: EventStore; straight: EventStore }> {
  const url = givenServer();
  const [, host = '', port = '2113'] = /\/\/(?:[^@/]*@)?([^:/?,]+)(?::(\d+))?/.exec(url) ?? [];
  const proxy = new TcpProxy(Number(port), host);
  const proxied = url.replace(/(\/\/(?:[^@/]*@)?)[^/?]+/, `$1127.0.0.1:${await proxy.start()}`);
  const prefix = ownPrefix();
  return {
    proxy,
    store: createKurrentDbEventStore({ connectionString: proxied, prefix }),
    straight: createKurrentDbEventStore({ connectionString: url, prefix }),
  };
}

async function insist(store: EventStore, stream: string, events: NewEvent[], expected: bigint | 'noStream') {
  for (;;) {
    try {
      return await store.append(stream, events, { expected });
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      await sleep(20);
    }
  }
}

it('loses, doubles and disorders nothing when every connection breaks again and again', async () => {
  const { proxy, store, straight } = await behindProxy();
  const total = 120;
  const reading = readUntil(store, { after: 'start', batchSize: 7 }, (all) => eventsIn(all).length >= total);
  const written: string[] = [];
  for (let n = 0; n < total; n += 3) {
    const events = numberedEvents(3);
    if (n % 15 === 0) proxy.loseAnswerTo(events[1]!.id);
    if (n % 24 === 12) proxy.dropAll();
    const { revision } = await insist(store, 'process-1', events, n === 0 ? 'noStream' : BigInt(n - 1));
    expect(revision).toBe(BigInt(n + 2));
    written.push(...events.map(({ id }) => id));
  }
  expect((await streamOf(straight, 'process-1')).map(({ id }) => id)).toEqual(written);
  expect(eventsIn(await reading).map(({ id }) => id)).toEqual(written);
  expect(await collect(straight.readAll({ after: 'start', limit: 1000 }))).toHaveLength(total);
  await store.close();
  await straight.close();
  await proxy.stop();
}, 120_000);
