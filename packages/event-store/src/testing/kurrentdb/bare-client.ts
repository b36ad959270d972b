import { setTimeout as sleep } from 'node:timers/promises';

import {
  ANY,
  jsonEvent,
  KurrentDBClient,
  NO_STREAM,
  streamNameFilter,
  type AppendStreamState,
  type EventData,
} from '@kurrent/kurrentdb-client';
import { afterEach } from 'vitest';

import { KurrentDbStandIn } from '../kurrentdb-stand-in.ts';
import { KurrentDbStandInCluster } from './cluster.ts';

const disposals: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const dispose of disposals.splice(0).toReversed()) await dispose();
});

export async function started(
  options: ConstructorParameters<typeof KurrentDbStandIn>[0] = {},
): Promise<KurrentDbStandIn> {
  const server = new KurrentDbStandIn(options);
  await server.start();
  disposals.push(() => server.close());
  return server;
}

export async function startedCluster(): Promise<KurrentDbStandInCluster> {
  const cluster = new KurrentDbStandInCluster({ commitTimeoutMs: 100 });
  await cluster.start();
  disposals.push(() => cluster.close());
  return cluster;
}

/** A client that takes any node's answer: by default the client requires the leader for every read. */
export const connectedToFollower = ({ connectionString }: KurrentDbStandIn): KurrentDBClient =>
  connected(`${connectionString}&nodePreference=follower`);

export function connected(connectionString: string): KurrentDBClient {
  const client = KurrentDBClient.connectionString(connectionString);
  disposals.push(() => client.dispose());
  return client;
}

export const event = (type = 'Made'): EventData => jsonEvent({ type, data: {} });

export async function append(
  client: KurrentDBClient,
  events: EventData | EventData[],
  streamState: AppendStreamState = ANY,
): Promise<bigint> {
  return (await client.appendToStream('s', events, { streamState })).nextExpectedRevision;
}

/** A call on a connection that was just broken fails once or twice before the next one is made. */
export async function appendUntilAnswered(client: KurrentDBClient, made: EventData): Promise<bigint> {
  for (;;) {
    try {
      return await append(client, made, NO_STREAM);
    } catch (error) {
      if (error instanceof Error && 'actualState' in error) throw error;
      await sleep(20);
    }
  }
}

export async function idsRead(client: KurrentDBClient): Promise<string[]> {
  const ids: string[] = [];
  const filter = streamNameFilter({ prefixes: ['s'] });
  for await (const { event: read } of client.readAll({ filter })) if (read) ids.push(read.id);
  return ids;
}
