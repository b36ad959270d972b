import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import {
  EventIdConflict,
  EventStoreUnavailable,
  WrongExpectedRevision,
  type AppendResult,
  type EventStore,
  type Expected,
  type NewEvent,
} from '../../index.ts';
import { numberedEvents, streamOf, testEvent } from '../../testing/index.ts';
import { KurrentDbStandIn } from '../../testing/kurrentdb-stand-in.ts';
import { KurrentDbStandInCluster } from '../../testing/kurrentdb/cluster.ts';
import { GrpcChannel } from '../connection/grpc-channel.ts';
import { createKurrentDbEventStore } from '../kurrentdb-event-store.ts';
import { BatchAppends } from './batch-appends.ts';

/** An append is written once and answered once it is certain, whatever the server goes through. */
let server: KurrentDbStandIn;
const stores: EventStore[] = [];

beforeEach(async () => {
  server = new KurrentDbStandIn({ commitTimeoutMs: 200 });
  await server.start();
});

afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
  server.close();
});

/** An adapter with nothing in its memory, as of a process that has just begun. */
function newProcess(connectionString = server.connectionString): EventStore {
  const store = createKurrentDbEventStore({ connectionString });
  stores.push(store);
  return store;
}

const ids = (events: readonly NewEvent[]): string[] => events.map(({ id }) => id);

async function untilAnswered(append: () => Promise<AppendResult>): Promise<AppendResult> {
  for (;;) {
    try {
      return await append();
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      await sleep(10);
    }
  }
}

describe('the same append again', () => {
  const faults: [string, () => Promise<void> | void][] = [
    ['a restart', () => server.restart()],
    ['a change of leader', () => server.changeLeader({ tail: 'kept', phaseMs: 20 })],
    ['the ids forgotten', () => server.forgetIds()],
  ];
  const expectations: [string, Expected][] = [
    ['no stream', 'noStream'],
    ['its own', 0n],
    ['what it made', 2n],
    ['what the stream has now', 3n],
    ['none it ever had', 77n],
  ];
  const cases = faults.flatMap(([fault, cause]) =>
    expectations.map(([name, expected]) => [fault, name, cause, expected] as const),
  );
  test.each(cases)(
    'after %s, by a new process, expecting %s, is that one',
    async (_f, _e, cause, expected) => {
      const first = newProcess();
      await first.append('s', [testEvent()], { expected: 'noStream' });
      const events = numberedEvents(2);
      const answer = await first.append('s', events, { expected: 0n });
      await first.append('s', [testEvent()], { expected: 2n });
      await cause();
      for (const store of [newProcess(), first]) {
        expect(await untilAnswered(() => store.append('s', events, { expected }))).toEqual(answer);
      }
      expect(await streamOf(newProcess(), 's')).toHaveLength(4);
    },
  );

  test('written by another process meanwhile is not written again by a process that read the stream before', async () => {
    const [one, other] = [newProcess(), newProcess()];
    await one.append('s', numberedEvents(1), { expected: 'noStream' });
    const events = numberedEvents(2);
    const answer = await other.append('s', events, { expected: 0n });
    server.forgetIds();
    expect(await one.append('s', events, { expected: 2n })).toEqual(answer);
    await expect(one.append('s', [events[1]!, events[0]!], { expected: 2n })).rejects.toBeInstanceOf(
      EventIdConflict,
    );
    expect(await streamOf(one, 's')).toHaveLength(3);
  });

  test(
    'is that one after 5,000 others in its stream and 100,000 elsewhere',
    { timeout: 120_000 },
    async () => {
      const first = newProcess();
      const events = numberedEvents(2);
      const answer = await first.append('s', events, { expected: 'noStream' });
      for (let n = 0; n < 5; n++)
        await first.append('s', numberedEvents(1000), { expected: BigInt(1 + 1000 * n) });
      for (let n = 0; n < 100; n++)
        await first.append(`t-${n}`, numberedEvents(1000), { expected: 'noStream' });
      for (const store of [newProcess(), first])
        for (const expected of ['noStream', 5001n, 3n] as const)
          expect(await store.append('s', events, { expected })).toEqual(answer);
      expect(server.eventCount).toBe(105_002);
    },
  );

  test('is that one with a memory for two streams among fifty', async () => {
    const store = createKurrentDbEventStore({ connectionString: server.connectionString, rememberedIds: 40 });
    stores.push(store);
    const made = new Map<string, { events: NewEvent[]; answer: AppendResult }>();
    for (let n = 0; n < 50; n++) {
      const events = numberedEvents(2);
      made.set(`s-${n}`, { events, answer: await store.append(`s-${n}`, events, { expected: 'noStream' }) });
    }
    server.forgetIds();
    for (const [stream, { events, answer }] of made)
      expect(await store.append(stream, events, { expected: 1n })).toEqual(answer);
    expect(server.eventCount).toBe(100);
  });
});

describe('an append is one call', () => {
  const events = numberedEvents(600);
  let calls: () => { appends: number; others: number };
  beforeEach(async () => {
    await newProcess().append('s', events, { expected: 'noStream' });
    const appends = vi.spyOn(BatchAppends.prototype, 'append');
    const opened = vi.spyOn(GrpcChannel.prototype, 'call');
    calls = () => {
      const others = opened.mock.calls.filter(([path]) => !path.endsWith('BatchAppend')).length;
      const counted = { appends: appends.mock.calls.length, others };
      appends.mockClear();
      opened.mockClear();
      return counted;
    };
  });
  afterEach(() => vi.restoreAllMocks());

  test('on a stream that this process has read, and then has written', async () => {
    const store = newProcess();
    await streamOf(store, 's');
    calls();
    await store.append('s', [testEvent()], { expected: 599n });
    expect(calls()).toEqual({ appends: 1, others: 0 });
    await store.append('s', numberedEvents(3), { expected: 600n });
    expect(calls()).toEqual({ appends: 1, others: 0 });
  });

  test('on an unread stream, when its caller vouches that the ids are new', async () => {
    const store = newProcess();
    await store.head();
    calls();
    await store.append('s', [testEvent()], { expected: 599n, idsAreNew: true });
    expect(calls()).toEqual({ appends: 1, others: 0 });
  });

  test('on a stream read as missing, and on one that this process wrote before its connection broke', async () => {
    const store = newProcess();
    expect(await streamOf(store, 'new')).toEqual([]);
    calls();
    await store.append('new', [testEvent()], { expected: 'noStream' });
    expect(calls()).toEqual({ appends: 1, others: 0 });
    server.dropChannels();
    await untilAnswered(async () => ({ revision: 0n, position: (await store.head()) as never }));
    calls();
    await store.append('new', [testEvent()], { expected: 0n });
    expect(calls()).toEqual({ appends: 1, others: 0 });
  });
});

test('a stream that was not read yet is asked about once before it counts as new: it may be soft-deleted', async () => {
  const store = newProcess();
  await store.head();
  const reads = vi.spyOn(GrpcChannel.prototype, 'call');
  await store.append('unread', [testEvent()], { expected: 'noStream' });
  expect(reads.mock.calls.filter(([path]) => !path.endsWith('BatchAppend'))).toHaveLength(1);
  vi.restoreAllMocks();
});

describe('while a leader is elected', () => {
  /** An append that the server wrote and could not replicate: its answer never comes. */
  async function leaveInTail(events: NewEvent[], expected: Expected): Promise<void> {
    const store = newProcess();
    server.stopReplication();
    await expect(store.append('s', events, { expected })).rejects.toBeInstanceOf(EventStoreUnavailable);
  }

  test.each<[string, Expected, Expected]>([
    ['its own expectation', 0n, 0n],
    ['the revision that reads show', 0n, 2n],
    ['no stream', 'noStream', 'noStream'],
  ])('nothing is acknowledged that only a read shows, expecting %s', async (_name, first, again) => {
    if (first !== 'noStream') await newProcess().append('s', [testEvent()], { expected: 'noStream' });
    const events = numberedEvents(2);
    await leaveInTail(events, first);
    server.beginElection();
    const eager = newProcess();
    for (let n = 0; n < 10; n++) {
      const early = eager.append('s', events, { expected: again });
      await expect(early).rejects.toBeInstanceOf(EventStoreUnavailable);
      await sleep(10);
    }
    server.endElection({ tail: 'discarded' });
    const store = newProcess();
    expect((await streamOf(store, 's')).length).toBe(first === 'noStream' ? 0 : 1);
    const { revision } = await untilAnswered(() => store.append('s', events, { expected: first }));
    expect(ids(await streamOf(store, 's')).slice(-2)).toEqual(ids(events));
    expect(revision).toBe(first === 'noStream' ? 1n : 2n);
  });

  test('no acknowledged append is lost or doubled through changes of leader', async () => {
    const cluster = new KurrentDbStandInCluster({ commitTimeoutMs: 200 });
    await cluster.start();
    const processes = [0, 1, 2].map(() => newProcess(cluster.connectionString));
    const acknowledged = new Map<string, bigint>();
    const over = new AbortController();
    const writing = processes.map(async (store, writer) => {
      const stream = `s-${writer}`;
      for (let expected: Expected = 'noStream'; !over.signal.aborted;) {
        const events = numberedEvents(2);
        const now: Expected = expected;
        const { revision } = await untilAnswered(() => store.append(stream, events, { expected: now }));
        acknowledged.set(events[1]!.id, revision);
        expected = revision;
      }
    });
    for (const leader of [1, 2, 0, 1]) {
      await sleep(150);
      const next = cluster.nodes[leader]!;
      const old = cluster.leader!;
      cluster.kill(old);
      await sleep(50);
      await cluster.electLeader(next, { phaseMs: 50, tail: 'kept' });
      await cluster.revive(old);
    }
    await sleep(100);
    over.abort();
    await Promise.all(writing);
    const reader = newProcess(cluster.connectionString);
    const there = new Map<string, bigint>();
    for (const writer of [0, 1, 2])
      for (const { id, revision } of await streamOf(reader, `s-${writer}`)) {
        expect(there.has(id)).toBe(false);
        there.set(id, revision);
      }
    for (const [id, revision] of acknowledged) expect(there.get(id)).toBe(revision);
    expect(there.size).toBe(2 * acknowledged.size);
    await Promise.all(stores.splice(0).map((store) => store.close()));
    cluster.close();
  });
});

describe('the same append eight times at once', () => {
  test.each<[Expected]>([['noStream'], [0n]])(
    'is answered eight times alike, expecting %s',
    async (expected) => {
      const slow = new KurrentDbStandIn({ commitDelayMs: 30, commitTimeoutMs: 100 });
      await slow.start();
      const processes = Array.from({ length: 8 }, () => newProcess(slow.connectionString));
      if (expected !== 'noStream') await processes[0]!.append('s', [testEvent()], { expected: 'noStream' });
      const events = numberedEvents(2);
      const answers = await Promise.all(processes.map((store) => store.append('s', events, { expected })));
      expect(new Set(answers.map(({ revision, position }) => `${revision} ${position}`)).size).toBe(1);
      expect(await streamOf(processes[0]!, 's')).toHaveLength(expected === 'noStream' ? 2 : 3);
      await Promise.all(stores.splice(0).map((store) => store.close()));
      slow.close();
    },
  );
});

test('an expectation that is not met is refused while its revision does not show yet', async () => {
  const slow = new KurrentDbStandIn({ commitDelayMs: 60 });
  await slow.start();
  const [one, other] = [newProcess(slow.connectionString), newProcess(slow.connectionString)];
  await one.append('s', numberedEvents(1), { expected: 'noStream' });
  await other.append('other', numberedEvents(1), { expected: 'noStream' });
  const [mine, theirs] = [numberedEvents(1), numberedEvents(1)];
  const outcomes = await Promise.allSettled([
    one.append('s', mine, { expected: 0n }),
    other.append('s', theirs, { expected: 0n }),
  ]);
  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(refused.map(({ reason }) => (reason as Error).constructor)).toEqual([WrongExpectedRevision]);
  expect(await streamOf(one, 's')).toHaveLength(2);
  await Promise.all(stores.splice(0).map((store) => store.close()));
  slow.close();
});
