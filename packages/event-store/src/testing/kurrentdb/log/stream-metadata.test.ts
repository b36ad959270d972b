import {
  jsonEvent,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type KurrentDBClient,
} from '@kurrent/kurrentdb-client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { append, connected, event, started } from '../bare-client.ts';

let client: KurrentDBClient;

beforeEach(async () => {
  const server = await started();
  client = connected(server.connectionString);
});

async function revisions(stream = 's'): Promise<number[]> {
  const read: number[] = [];
  for await (const { event: shown } of client.readStream(stream))
    if (shown) read.push(Number(shown.revision));
  return read;
}

const metadata = async (): Promise<unknown> => (await client.getStreamMetadata('s')).metadata;

test('events older than $maxAge are not shown', async () => {
  // The server's, which runs in this process.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await append(client, [event(), event()], NO_STREAM);
  await client.setStreamMetadata('s', { maxAge: 1 });
  expect(await revisions()).toEqual([0, 1]);
  vi.setSystemTime(Date.now() + 1_100);
  expect(await revisions()).toEqual([]);
  expect(await append(client, event(), 1n)).toBe(2n);
  expect(await revisions()).toEqual([2]);
});

test('the last metadata holds, and of it only the last is shown', async () => {
  await append(client, [event(), event(), event()], NO_STREAM);
  await client.setStreamMetadata('s', { maxCount: 1 });
  await client.setStreamMetadata('s', { maxCount: 2 });
  expect(await revisions()).toEqual([1, 2]);
  expect(await revisions('$$s')).toEqual([1]);
});

test('metadata with a value that makes no sense counts as none', async () => {
  await append(client, [event(), event()], NO_STREAM);
  await client.setStreamMetadata('s', { maxCount: 0 });
  expect(await revisions()).toEqual([0, 1]);
});

test('writing to a soft-deleted stream goes on after its last revision and keeps the rest of its metadata', async () => {
  await append(client, [event(), event()], NO_STREAM);
  await client.deleteStream('s');
  await expect(revisions()).rejects.toBeInstanceOf(StreamNotFoundError);
  await expect(append(client, event(), STREAM_EXISTS)).rejects.toBeInstanceOf(StreamDeletedError);
  expect(await append(client, event(), 1n)).toBe(2n);
  expect(await revisions()).toEqual([2]);
  expect(await metadata()).toEqual({ truncateBefore: 2 });
});

test('metadata given to a soft-deleted stream brings it back, without its events', async () => {
  await append(client, [event(), event()], NO_STREAM);
  await client.deleteStream('s');
  await client.setStreamMetadata('s', { owner: 'ana' });
  expect(await revisions()).toEqual([]);
  expect(await metadata()).toEqual({ owner: 'ana', truncateBefore: 2 });
});

test('a stream is deleted at the expected revision, and a missing one is not', async () => {
  await append(client, event(), NO_STREAM);
  await expect(client.deleteStream('s', { expectedRevision: 4n })).rejects.toBeInstanceOf(
    WrongExpectedVersionError,
  );
  await expect(client.deleteStream('missing')).rejects.toBeInstanceOf(WrongExpectedVersionError);
  await client.deleteStream('s', { expectedRevision: 0n });
  await expect(revisions()).rejects.toBeInstanceOf(StreamNotFoundError);
});

test('a tombstone ends a stream for ever, also a missing one', async () => {
  await client.tombstoneStream('s');
  await expect(append(client, event())).rejects.toBeInstanceOf(StreamDeletedError);
  await expect(client.tombstoneStream('s')).rejects.toBeInstanceOf(StreamDeletedError);
  await expect(revisions()).rejects.toBeInstanceOf(StreamDeletedError);
});

test('a stream that has metadata only exists for an append and is not found by a read', async () => {
  await client.setStreamMetadata('s', { maxCount: 5 });
  await expect(revisions()).rejects.toBeInstanceOf(StreamNotFoundError);
  expect(await append(client, jsonEvent({ type: 'Made', data: {} }), STREAM_EXISTS)).toBe(0n);
});
