import { DeadlineExceededError, NO_STREAM } from '@kurrent/kurrentdb-client';
import { expect, test } from 'vitest';

import type { KurrentDbStandIn } from '../kurrentdb-stand-in.ts';
import {
  append,
  appendUntilAnswered,
  connected,
  connectedToFollower,
  event,
  idsRead,
  startedCluster,
} from './bare-client.ts';

test('clients of a cluster find the leader, and a follower forwards or names it', async () => {
  const cluster = await startedCluster();
  const [leader, follower] = cluster.nodes as [KurrentDbStandIn, KurrentDbStandIn, KurrentDbStandIn];
  for (const connectionString of [cluster.connectionString, cluster.discoverConnectionString]) {
    expect(await append(connected(connectionString), event())).toBeGreaterThanOrEqual(0n);
  }
  const client = connectedToFollower(follower);
  expect(await append(client, event())).toBe(2n);
  expect(await idsRead(client)).toHaveLength(3);
  await expect(idsRead(connected(follower.connectionString))).rejects.toMatchObject({
    leader: { port: leader.address.port },
  });
});

test('a follower that is held back serves its former state', async () => {
  const cluster = await startedCluster();
  const follower = cluster.nodes[1]!;
  const client = connected(cluster.connectionString);
  const late = connectedToFollower(follower);
  await append(client, event());
  cluster.holdBack(follower);
  await append(client, event());
  expect(await idsRead(late)).toHaveLength(1);
  cluster.release(follower);
  expect(await idsRead(late)).toHaveLength(2);
});

test('a leader without followers answers no append, and loses it when another is elected', async () => {
  const cluster = await startedCluster();
  const [old, next, third] = cluster.nodes as [KurrentDbStandIn, KurrentDbStandIn, KurrentDbStandIn];
  const client = connected(cluster.connectionString);
  const settled = event();
  await append(client, settled, NO_STREAM);
  cluster.holdBack(next);
  cluster.holdBack(third);
  await expect(append(client, event(), 0n)).rejects.toBeInstanceOf(DeadlineExceededError);
  await cluster.electLeader(next, { phaseMs: 20 });
  cluster.release(third);
  expect(await idsRead(connected(next.connectionString))).toEqual([settled.id]);
  expect(await idsRead(connectedToFollower(old))).toEqual([settled.id]);
});

test('a cluster works on without its leader, and acknowledged events stay', async () => {
  const cluster = await startedCluster();
  const [old, next] = cluster.nodes as [KurrentDbStandIn, KurrentDbStandIn];
  const client = connected(cluster.connectionString);
  const made = event();
  await append(client, made, NO_STREAM);
  cluster.kill(old);
  await cluster.electLeader(next);
  const other = connected(cluster.connectionString);
  expect(await appendUntilAnswered(other, made)).toBe(0n);
  await cluster.revive(old);
  expect(old.role).toBe('follower');
  expect(await idsRead(connectedToFollower(old))).toEqual([made.id]);
});
