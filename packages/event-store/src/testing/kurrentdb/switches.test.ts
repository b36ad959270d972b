import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  AccessDeniedError,
  DeadlineExceededError,
  NO_STREAM,
  NotLeaderError,
  START,
  streamNameFilter,
  UnavailableError,
  UnknownError,
  type ResolvedEvent,
} from '@kurrent/kurrentdb-client';
import { expect, test } from 'vitest';

import { append, connected, event, idsRead, started } from './bare-client.ts';

test('ids that are forgotten are written again expecting any, and known by a revision', async () => {
  const server = await started();
  const client = connected(server.connectionString);
  const made = event();
  expect(await append(client, made, NO_STREAM)).toBe(0n);
  expect(await append(client, made)).toBe(0n);
  server.forgetIds();
  expect(await append(client, made, NO_STREAM)).toBe(0n);
  expect(await append(client, made)).toBe(1n);
});

test('without replication an append is neither readable nor known, ends in a time-out, and may still come', async () => {
  const server = await started({ commitTimeoutMs: 50 });
  const client = connected(server.connectionString);
  server.stopReplication();
  const made = event();
  await expect(append(client, made, NO_STREAM)).rejects.toBeInstanceOf(DeadlineExceededError);
  await expect(append(client, made, NO_STREAM)).rejects.toBeInstanceOf(DeadlineExceededError);
  expect(await idsRead(client)).toEqual([]);
  server.resumeReplication();
  expect(await idsRead(client)).toEqual([made.id]);
});

test.each([['kept' as const], ['discarded' as const]])(
  'a node that is elected shows its tail and refuses appends; then the tail is %s',
  async (tail) => {
    const server = await started({ commitTimeoutMs: 50 });
    const client = connected(server.connectionString);
    const [settled, doubtful] = [event(), event()];
    await append(client, settled, NO_STREAM);
    server.stopReplication();
    await expect(append(client, doubtful, 0n)).rejects.toBeInstanceOf(DeadlineExceededError);
    expect(await idsRead(client)).toEqual([settled.id]);

    server.beginElection();
    const other = connected(server.connectionString);
    await expect
      .poll(() => append(other, event()).catch((error: unknown) => error))
      .toBeInstanceOf(UnknownError);
    await expect(append(other, event())).rejects.toThrow('Server Is Not Ready');
    expect(await idsRead(other)).toEqual([settled.id, doubtful.id]);

    server.endElection({ tail });
    const kept = tail === 'kept';
    expect(await idsRead(other)).toEqual(kept ? [settled.id, doubtful.id] : [settled.id]);
    expect(await append(other, doubtful, 0n)).toBe(1n);
    expect(await idsRead(other)).toEqual([settled.id, doubtful.id]);
  },
);

test('earlier in an election reads are refused too', async () => {
  const server = await started();
  server.beginElection({ reads: 'refused' });
  const client = connected(server.connectionString);
  await expect(idsRead(client)).rejects.toBeInstanceOf(UnavailableError);
  server.endElection({ tail: 'kept' });
  expect(await idsRead(client)).toEqual([]);
});

test('events of a lost tail are gone, and their revisions and positions are used again', async () => {
  const server = await started();
  const client = connected(server.connectionString);
  const [first, lost, later] = [event(), event(), event()];
  await append(client, [first, lost], NO_STREAM);
  server.loseTail(1);
  expect(await idsRead(client)).toEqual([first.id]);
  expect(await append(client, later, 0n)).toBe(1n);
  expect(await idsRead(client)).toEqual([first.id, later.id]);
});

test('a frozen node answers nothing until it thaws, then the waiting calls', async () => {
  const server = await started();
  const client = connected(server.connectionString);
  await append(client, event(), NO_STREAM);
  server.freeze();
  const waiting = append(client, event(), 0n);
  await expect(Promise.race([waiting, sleep(200, 'nothing')])).resolves.toBe('nothing');
  server.thaw();
  expect(await waiting).toBe(1n);
});

test('without a majority gossip names no node, and discovery fails', async () => {
  const server = await started();
  server.loseQuorum();
  const { port } = server.address;
  const discovering = `kurrentdb+discover://127.0.0.1:${port}?tls=false&maxDiscoverAttempts=2&discoveryInterval=10`;
  const failed = append(connected(discovering), event());
  await expect(failed).rejects.toThrow('Failed to discover after 2 attempts.');
  server.regainQuorum();
  expect(await append(connected(discovering), event())).toBe(0n);
});

test('calls that are denied end in AccessDenied, each kind by itself', async () => {
  const server = await started();
  const client = connected(server.connectionString);
  server.denyAccess('appends');
  await expect(append(client, event())).rejects.toBeInstanceOf(AccessDeniedError);
  expect(await idsRead(client)).toEqual([]);
  server.denyAccess('reads');
  await expect(idsRead(client)).rejects.toBeInstanceOf(AccessDeniedError);
  expect(await append(client, event())).toBe(0n);
  server.denyAccess('none');
  expect(await idsRead(client)).toHaveLength(1);
});

test('a broken channel fails its calls, and the next call makes another', async () => {
  const server = await started();
  const client = connected(server.connectionString);
  await append(client, event());
  server.holdAnswer();
  const waiting = append(client, event());
  waiting.catch(() => {});
  await sleep(50);
  server.dropChannels();
  await expect(waiting).rejects.toBeInstanceOf(UnavailableError);
  const answered = async (): Promise<unknown> => append(client, event()).catch((error: unknown) => error);
  await expect.poll(answered).toBe(2n);
});

test('a node that names another as leader sends the client there', async () => {
  const [stale, leading] = [await started(), await started()];
  const client = connected(stale.connectionString);
  stale.nameLeader(leading.address);
  await expect(append(client, event())).rejects.toBeInstanceOf(NotLeaderError);
  expect(await append(client, event())).toBe(0n);
  expect([stale.eventCount, leading.eventCount]).toEqual([0, 1]);
});

test('a subscriber sees events that are discarded later', async () => {
  const server = await started({ commitTimeoutMs: 30 });
  server.stopReplication();
  const made = event();
  await expect(append(connected(server.connectionString), made)).rejects.toBeInstanceOf(
    DeadlineExceededError,
  );
  server.beginElection();
  const client = connected(server.connectionString);
  const filter = streamNameFilter({ prefixes: ['s'] });
  const firstSeen = async (): Promise<unknown> => {
    const subscription = client.subscribeToAll({ fromPosition: START, filter });
    const [seen] = (await once(subscription, 'data').catch(() => [])) as [ResolvedEvent?];
    subscription.on('error', () => {});
    return seen?.event?.id;
  };
  await expect.poll(firstSeen).toBe(made.id);
  server.endElection({ tail: 'discarded' });
  expect(await idsRead(client)).toEqual([]);
});
