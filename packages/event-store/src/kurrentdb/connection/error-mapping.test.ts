import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { status as grpcStatus } from '@grpc/grpc-js';
import { listenLocally } from '@lacre/test-support';
import { afterEach, describe, expect, test } from 'vitest';

import {
  EventStoreFault,
  EventStoreUnavailable,
  InvalidAppend,
  StreamTruncated,
  type EventStore,
  type UnavailableReason,
} from '../../index.ts';
import { collect, numberedEvents, streamOf, testEvent } from '../../testing/index.ts';
import { KurrentDbStandIn } from '../../testing/kurrentdb-stand-in.ts';
import { KurrentDbStandInCluster } from '../../testing/kurrentdb/cluster.ts';
import { NoAnswer } from '../appending/batch-appends.ts';
import { createKurrentDbEventStore } from '../kurrentdb-event-store.ts';
import { NoLeader } from './cluster.ts';
import { outcomesByException, outcomesByStatus, portError } from './error-mapping.ts';
import { GrpcError, status, type StatusCode } from './grpc-error.ts';

type Expected = UnavailableReason | typeof InvalidAppend | typeof StreamTruncated | typeof EventStoreFault;

function expectPortError(error: unknown, expected: Expected): void {
  const mapped = portError(error, 's') as Error;
  expect(mapped instanceof EventStoreUnavailable ? mapped.reason : mapped.constructor).toBe(expected);
}

const byStatus: [keyof typeof status, Expected][] = [
  ['CANCELLED', 'unreachable'],
  ['UNKNOWN', 'unreachable'],
  ['INVALID_ARGUMENT', EventStoreFault],
  ['DEADLINE_EXCEEDED', 'noAnswer'],
  ['NOT_FOUND', EventStoreFault],
  ['ALREADY_EXISTS', EventStoreFault],
  ['PERMISSION_DENIED', 'denied'],
  ['RESOURCE_EXHAUSTED', InvalidAppend],
  ['FAILED_PRECONDITION', EventStoreFault],
  ['ABORTED', 'noAnswer'],
  ['OUT_OF_RANGE', EventStoreFault],
  ['UNIMPLEMENTED', EventStoreFault],
  ['INTERNAL', 'unreachable'],
  ['UNAVAILABLE', 'notReady'],
  ['DATA_LOSS', 'unreachable'],
  ['UNAUTHENTICATED', 'denied'],
];
const byException: [string, Expected][] = [
  ['not-leader', 'noLeader'],
  ['access-denied', 'denied'],
  ['stream-deleted', StreamTruncated],
  ['maximum-append-size-exceeded', InvalidAppend],
  ['timeout', 'noAnswer'],
  ['unknown', 'notReady'],
  ['invalid-transaction', EventStoreFault],
  ['missing-required-metadata-property', EventStoreFault],
  ['wrong-expected-version', EventStoreFault],
  ['stream-not-found', EventStoreFault],
];
const bySystemCode: [string, Expected][] = [
  ['ENOTFOUND', 'unknownHost'],
  ['EAI_AGAIN', 'unknownHost'],
  ['ECONNREFUSED', 'unreachable'],
  ['ECONNRESET', 'unreachable'],
  ['ECONNABORTED', 'unreachable'],
  ['EPIPE', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ERR_HTTP2_STREAM_ERROR', 'unreachable'],
  ['ERR_HTTP2_STREAM_CANCEL', 'unreachable'],
  ['ERR_HTTP2_GOAWAY_SESSION', 'unreachable'],
  ['ERR_STREAM_PREMATURE_CLOSE', 'unreachable'],
  ['ERR_HTTP2_ERROR', 'tlsMismatch'],
  ['EPROTO', 'tlsMismatch'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tlsMismatch'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['CERT_NOT_YET_VALID', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
];

describe('every error has its row', () => {
  test.each(byStatus)('status %s', (name, expected) => {
    expectPortError(new GrpcError(status[name], 'text'), expected);
  });
  test('each status that gRPC has is in the table, by its number', () => {
    const { OK, ...others } = Object.fromEntries(
      Object.entries(grpcStatus).filter(([, code]) => typeof code === 'number'),
    );
    expect(OK).toBe(0);
    expect(status).toEqual(others);
    expect(byStatus.map(([name]) => String(status[name])).toSorted()).toEqual(
      Object.keys(outcomesByStatus).toSorted(),
    );
  });
  test.each(byException)('exception %s, whatever the status', (exception, expected) => {
    for (const code of [status.UNKNOWN, status.NOT_FOUND, 99 as StatusCode])
      expectPortError(new GrpcError(code, 'text', { exception }), expected);
  });
  test('each exception of the table is tried', () => {
    expect(byException.map(([name]) => name).toSorted()).toEqual(Object.keys(outcomesByException).toSorted());
  });
  test.each(bySystemCode)('%s', (code, expected) => {
    expectPortError(Object.assign(new Error('text'), { code }), expected);
  });
  test('an unknown status is a fault, and an unknown exception goes by its status', () => {
    expectPortError(new GrpcError(99 as StatusCode, 'text'), EventStoreFault);
    expectPortError(new GrpcError(status.UNAVAILABLE, 'text', { exception: 'new-one' }), 'notReady');
  });
  test('no answer and no leader are reasons of their own, unless a lasting one is known', () => {
    expectPortError(new NoAnswer(5), 'noAnswer');
    expectPortError(new NoLeader(Object.assign(new Error('text'), { code: 'ECONNREFUSED' })), 'noLeader');
    expectPortError(
      new NoLeader(Object.assign(new Error('text'), { code: 'CERT_HAS_EXPIRED' })),
      'certificate',
    );
  });
  test('the error of the port keeps the original as its cause', () => {
    const error = new GrpcError(status.UNAVAILABLE, 'text');
    expect(portError(error)).toMatchObject({ cause: error });
  });
  test('an error of our own passes unchanged', () => {
    const bug = new TypeError('x is undefined');
    expect(portError(bug)).toBe(bug);
  });
  test('an append over the size limit reports the size', () => {
    const facts = { 'maximum-append-size': '65536' };
    const error = new GrpcError(status.UNKNOWN, '', { exception: 'maximum-append-size-exceeded', facts });
    expect(portError(error)).toMatchObject({
      message: 'the event store takes appends of at most 65536 bytes',
    });
  });
});

describe('faults of a real connection', () => {
  const open: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0).toReversed()) await close();
  });
  const storeOn = (connectionString: string, answerTimeoutMs = 10_000): EventStore => {
    const store = createKurrentDbEventStore({ connectionString, answerTimeoutMs });
    open.push(() => store.close());
    return store;
  };
  async function standIn(options?: ConstructorParameters<typeof KurrentDbStandIn>[0]) {
    const server = new KurrentDbStandIn(options);
    await server.start();
    open.push(() => server.close());
    return server;
  }
  const operationsOf = (store: EventStore) => [
    () => store.append('s', numberedEvents(1), { expected: 'noStream' }),
    () => streamOf(store, 's'),
    () => collect(store.readAll({ after: 'start', limit: 1 })),
    () => store.head(),
  ];
  const expectAll = async (store: EventStore, reason: UnavailableReason): Promise<void> => {
    for (const operation of operationsOf(store))
      await expect(operation()).rejects.toMatchObject({ name: 'EventStoreUnavailable', reason });
  };

  test('an append over the size limit is refused with the limit, and the next one is taken', async () => {
    const store = storeOn((await standIn({ maxAppendSizeBytes: 65_536 })).connectionString);
    const large = testEvent({ data: { text: 'x'.repeat(70_000) } });
    await expect(store.append('s', [large], { expected: 'noStream' })).rejects.toThrow(
      'the event store takes appends of at most 65536 bytes',
    );
    await store.append('s', [testEvent()], { expected: 'noStream' });
  });

  test.each<['appends' | 'reads' | 'all']>([['appends'], ['reads'], ['all']])(
    'calls without the right to %s are denied, and served once it is given',
    async (calls) => {
      const server = await standIn();
      const store = storeOn(server.connectionString);
      await store.append('s', numberedEvents(1), { expected: 'noStream' });
      server.denyAccess(calls);
      const [append, ...reads] = operationsOf(store);
      const refused = { appends: [append!], reads, all: [append!, ...reads] }[calls];
      const denied = { name: 'EventStoreUnavailable', reason: 'denied' };
      for (const operation of refused) await expect(operation()).rejects.toMatchObject(denied);
      server.denyAccess('none');
      expect(await streamOf(store, 's')).toHaveLength(1);
    },
  );

  test('a cluster without a quorum is unavailable, leaves no rejection unhandled, and serves again afterwards', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const cluster = new KurrentDbStandInCluster();
    await cluster.start();
    open.push(() => cluster.close());
    const store = storeOn(cluster.connectionString, 1000);
    await store.append('s', numberedEvents(1), { expected: 'noStream' });
    const [leader] = cluster.nodes;
    for (const node of cluster.nodes) node.loseQuorum();
    const writers = Array.from({ length: 32 }, async (_, n) =>
      store.append(`t-${n}`, numberedEvents(1), { expected: 'noStream' }).catch((error: unknown) => error),
    );
    for (const outcome of await Promise.all(writers)) expect(outcome).toBeInstanceOf(EventStoreUnavailable);
    await expectAll(store, 'noLeader');
    leader!.regainQuorum();
    for (let served = false; !served;) {
      served = await streamOf(store, 's').then(
        (events) => events.length === 1,
        () => false,
      );
    }
    await sleep(20);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('a node that refuses reads in an election is not ready, and serves afterwards', async () => {
    const server = await standIn();
    const store = storeOn(server.connectionString);
    await store.append('s', numberedEvents(1), { expected: 'noStream' });
    server.beginElection({ reads: 'refused' });
    await sleep(20);
    await expectAll(store, 'notReady');
    server.endElection({ tail: 'kept' });
    expect(await streamOf(store, 's')).toHaveLength(1);
  });

  test('no server, an unknown name, a peer without HTTP/2 and one without TLS have different reasons', async () => {
    const server = await standIn();
    const { connectionString } = server;
    const tls = storeOn(connectionString.replace('tls=false', 'tls=true'));
    await expectAll(tls, 'tlsMismatch');
    server.stop();
    await expectAll(storeOn(connectionString), 'unreachable');
    await expectAll(storeOn('kurrentdb://no-such-host.invalid?tls=false'), 'unknownHost');

    const silent = createServer((socket) => socket.on('error', () => {}));
    const port = await listenLocally(silent);
    await expectAll(storeOn(`kurrentdb://127.0.0.1:${port}?tls=false`, 100), 'noAnswer');
    silent.close();
  });

  test('a leader that a node names and that cannot be reached is unavailable', async () => {
    const server = await standIn();
    const gone = await standIn();
    const address = gone.address;
    gone.close();
    server.nameLeader(address);
    await expect(storeOn(server.connectionString).head()).rejects.toBeInstanceOf(EventStoreUnavailable);
  });
});
