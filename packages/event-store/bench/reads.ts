import { randomUUID } from 'node:crypto';

import { KurrentDBClient, streamNameFilter } from '@kurrent/kurrentdb-client';

import { readConnectionString } from '../src/kurrentdb/connection/connection-string.ts';
import { GrpcChannel } from '../src/kurrentdb/connection/grpc-channel.ts';
import { createKurrentDbEventStore } from '../src/kurrentdb/index.ts';
import { paths } from '../src/kurrentdb/protocol.ts';
import { readAllRequest } from '../src/kurrentdb/reading/read-requests.ts';
import { fill, median } from './appends.ts';

interface ReadsRow {
  read: string;
  /** By the clock, median of the rounds. */
  eventsPerSecond: number;
  /** Of the bare client's read of `$all` in the same round, median of the rounds. */
  ratioToBareReadAll: number;
  /** Of this process's CPU time: what it could do with a core of its own and a server that keeps up. */
  eventsPerCpuSecond: number;
}

/**
 * The whole of one prefix, read in turns: by the bare client, by the adapter, and not decoded at all, which is what the
 * server and the connection give.
 */
export async function measureReads(options: {
  connectionString: string;
  events: number;
  times: number;
}): Promise<ReadsRow[]> {
  const { connectionString, events, times } = options;
  const prefix = `bench-${randomUUID()}.`;
  const client = KurrentDBClient.connectionString(connectionString);
  const store = createKurrentDbEventStore({ connectionString, prefix });
  const channel = new GrpcChannel(readConnectionString(connectionString).hosts[0]!, {
    tls: readConnectionString(connectionString).tls,
    headers: {},
  });
  await fill(store, 'stream', events);
  const filter = streamNameFilter({ prefixes: [prefix] });
  const reads: Record<string, () => Promise<number>> = {
    'bare readAll': async () => {
      let count = 0;
      for await (const { event } of client.readAll({ filter, maxCount: events })) if (event) count++;
      return count;
    },
    'adapter readAll': async () => {
      let count = 0;
      for await (const event of store.readAll({ after: 'start', limit: events })) if (event) count++;
      return count;
    },
    'bare subscribe': async () => {
      let count = 0;
      for await (const { event } of client.subscribeToAll({ filter })) if (event && ++count === events) break;
      return count;
    },
    'adapter subscribe': async () => {
      let count = 0;
      const stop = new AbortController();
      for await (const message of store.subscribe({ after: 'start', signal: stop.signal })) {
        if (message.kind === 'events') count += message.events.length;
        if (count >= events) stop.abort();
      }
      return count;
    },
    'not decoded': async () => {
      let count = 0;
      const call = channel.call(paths.read);
      const range = { from: 'start', backwards: false, limit: events, streamPrefixes: [prefix] } as const;
      call.write(readAllRequest(range));
      call.end();
      for await (const messages of call.messages()) count += messages.length;
      return count;
    },
  };
  const rates = new Map<string, Rates>(
    Object.keys(reads).map((name) => [name, { clock: [], cpu: [], ratio: [] }]),
  );
  const names = Object.keys(reads);
  for (let n = 0; n < times; n++) {
    const round = new Map<string, Rate>();
    // Who begins changes from round to round.
    for (const k of names.keys()) {
      const name = names[(k + n) % names.length]!;
      round.set(name, await rateOf(reads[name]!, events));
    }
    for (const [name, { clock, cpu }] of round) {
      const of = rates.get(name)!;
      of.clock.push(clock);
      of.cpu.push(cpu);
      of.ratio.push(clock / round.get('bare readAll')!.clock);
    }
  }
  channel.close(new Error('measured'));
  await Promise.all([store.close(), client.dispose()]);
  return [...rates].map(([read, { clock, cpu, ratio }]) => ({
    read,
    eventsPerSecond: Math.round(median(clock)),
    ratioToBareReadAll: Number(median(ratio).toFixed(2)),
    eventsPerCpuSecond: Math.round(median(cpu)),
  }));
}

interface Rates {
  clock: number[];
  cpu: number[];
  ratio: number[];
}

interface Rate {
  clock: number;
  cpu: number;
}

async function rateOf(read: () => Promise<number>, expected: number): Promise<Rate> {
  const from = performance.now();
  const before = process.cpuUsage();
  const events = await read();
  if (events < expected) throw new Error(`${events} events came instead of ${expected}`);
  const { user, system } = process.cpuUsage(before);
  return { clock: (events / (performance.now() - from)) * 1000, cpu: (events / (user + system)) * 1e6 };
}
