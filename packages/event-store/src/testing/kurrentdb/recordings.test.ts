import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { END, KurrentDBClient } from '@kurrent/kurrentdb-client';
import { describe, expect, test } from 'vitest';

import { KurrentDbStandIn, type ServerRelease } from '../kurrentdb-stand-in.ts';
import { expectAsRecorded } from '../recordings/compare.ts';
import { maxAppendSizeBytes, recordings } from '../recordings/recording.ts';
import { Replay } from '../recordings/replay.ts';

const all = recordings();

test('covers both releases', () => {
  expect(new Set(all.map(({ release }) => release))).toEqual(new Set(['24.2.0', '24.10.9']));
});

describe.each([...new Set(all.map(({ release }) => release))])('recordings of %s', (release) => {
  test.each(all.filter((recording) => recording.release === release))(
    '$name',
    { timeout: 120_000 },
    async (recording) => {
      const limit = maxAppendSizeBytes(recording);
      const server = new KurrentDbStandIn({
        release: release as ServerRelease,
        // Long enough that appends at once all come before the first is committed.
        commitDelayMs: 5,
        commitTimeoutMs: 200,
        ...(limit === undefined ? {} : { maxAppendSizeBytes: limit }),
      });
      await server.start();
      const clients: KurrentDBClient[] = [];
      const connect = (): KurrentDBClient => {
        const client = KurrentDBClient.connectionString(server.connectionString);
        clients.push(client);
        return client;
      };
      const restart = async (): Promise<KurrentDBClient> => {
        await server.restart();
        const client = connect();
        await untilConnected(client);
        return client;
      };
      try {
        const replay = new Replay({ client: connect(), restart, silenceMs: 600 }, recording);
        for await (const replayed of replay.run()) expectAsRecorded(replayed);
      } finally {
        for (const client of clients) await client.dispose();
        server.close();
      }
    },
  );
});

/** Connections to the same address are shared beneath the clients: the first call may still find the broken one. */
async function untilConnected(client: KurrentDBClient): Promise<void> {
  for (;;) {
    const subscription = client.subscribeToAll({ fromPosition: END });
    try {
      await once(subscription, 'confirmation');
      return await subscription.unsubscribe();
    } catch {
      await sleep(20);
    }
  }
}
