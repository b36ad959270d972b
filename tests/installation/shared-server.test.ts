import { randomUUID } from 'node:crypto';

import { jsonEvent, KurrentDBClient } from '@kurrent/kurrentdb-client';
import { InstallationRefused, openLog, type Log } from '@lacre/adapters';
import { countForeignEvents } from '@lacre/event-store/kurrentdb';
import { KurrentDbStandIn } from '@lacre/event-store/testing/kurrentdb-stand-in';
import type { CheckResult } from '@lacre/local/audit/check';
import { fsck } from '@lacre/local/audit/fsck';
import type { Installation } from '@lacre/local/audit/open-installation';
import { createPool } from '@lacre/postgres';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  Installations,
  MASTER_KEYS,
  opened,
  recordPerson,
  type Opened,
  type Places,
} from './installations.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let installations: Installations;
let places: Places;

beforeAll(async () => {
  installations = await Installations.create();
  places = await installations.empty();
});
afterAll(() => installations.dispose());

/** Another client with the right to write to the server. */
async function asAnother(
  { server }: Opened,
  work: (client: KurrentDBClient) => Promise<unknown>,
): Promise<void> {
  const client = KurrentDBClient.connectionString(server.connectionString);
  try {
    await work(client);
  } finally {
    await client.dispose();
  }
}

/** What fsck says of the installation and its log. */
async function audited(log: Opened): Promise<{ looked: string[]; problems: string[] }> {
  const looked: string[] = [];
  const audit = {
    ...log,
    damaged: new Map(),
    identity: log.verdict.kind === 'ours' ? { ...log.verdict, epoch: log.verdict.epoch.name } : undefined,
    foreignEvents: () => countForeignEvents(log.server.connectionString, 'lacre.'),
  } as unknown as Installation;
  const onChecked = (_name: string, result: CheckResult) => void looked.push(result.looked);
  const problems = await fsck(audit, ['installation', 'log'], { onChecked });
  return { looked, problems: problems.map(({ where, what }) => `${where}: ${what}`) };
}

it('counts foreign streams on the server, reads past them, and names our streams that were truncated', async () => {
  await opened(places, 'serve', async (log) => {
    const personId = await recordPerson(log);
    const stream = `person-${personId}`;
    const metadata = {
      occurredAt: new Date().toISOString(),
      correlationId: personId,
      schemaVersion: 1,
      tenantId: personId,
      actor: { kind: 'system', name: 'test' },
    };
    const data = { personId, tenantId: personId };
    const removed = { id: randomUUID(), type: 'PersonRemoved', data, metadata };
    await log.eventStore.append(stream, [removed], { expected: 0n });
    await asAnother(log, (client) =>
      client.appendToStream(
        'pedidos-1',
        Array.from({ length: 7 }, () => jsonEvent({ type: 'PedidoFeito', data: { de: 'outro' } })),
      ),
    );
    const before = await audited(log);
    expect(before.looked).toEqual([
      expect.stringMatching(/^instalação [\da-f-]{36}, época [\da-f]{8}$/),
      '3 eventos em 2 fluxos; 7 eventos de outros sistemas no mesmo servidor',
    ]);
    const misfits = before.problems;
    await asAnother(log, (client) => client.setStreamMetadata(`lacre.${stream}`, { truncateBefore: 1 }));
    const { problems } = await audited(log);
    expect(problems).toEqual([
      `${stream}: o fluxo foi cortado no servidor ($maxCount, $maxAge, $tb ou exclusão)`,
      ...misfits,
    ]);
  });
});

it('names foreign events in its streams by stream and number, and reads all of its own', async () => {
  const own = await installations.empty();
  await opened(own, 'serve', async (log) => {
    const stream = `person-${await recordPerson(log)}`;
    const foreign = () => jsonEvent({ type: 'PedidoFeito', data: { de: 'outro' } });
    await asAnother(log, async (client) => {
      await client.appendToStream(`lacre.${stream}`, foreign());
      await client.appendToStream('lacre.pedidos', [foreign(), foreign(), foreign()]);
    });
    await recordPerson(log);
    const { looked, problems } = await audited(log);
    expect(looked[1]).toBe('3 eventos em 3 fluxos');
    const words = /^o evento \(PedidoFeito\) não foi escrito pelo Lacre, que passa por ele/;
    const named = problems
      .filter((problem) => !problem.includes('PersonCreated'))
      .map((problem) => problem.split(': '));
    expect(named).toEqual([
      [`${stream} 1`, expect.stringMatching(words)],
      ['pedidos 0', expect.stringMatching(/; são 3 neste fluxo, até o de número 2$/)],
    ]);
  });
});

describe('an installation under a prefix that begins with that of another', () => {
  const born = async (log: KurrentDbStandIn, prefix: string) => {
    const its = await installations.empty();
    const pool = createPool(its.databaseUrl, { max: 6, applicationName: 'shared-server-test' });
    const logger = pino({ level: 'silent' });
    const options = { pool, logger, prefix, masterKeys: MASTER_KEYS };
    const end = async (opening: Log) => {
      await opening.close();
      await pool.end();
    };
    const opening = await openLog(log.connectionString, options).catch(async (error: unknown) => {
      await pool.end();
      throw error;
    });
    return { log: opening, end: () => end(opening) };
  };
  let server: KurrentDbStandIn;
  beforeEach(async () => {
    server = new KurrentDbStandIn();
    await server.start();
  });
  afterEach(() => server.close());

  it.each([
    ['lacre.', 'lacre.b.'],
    ['lacre.b-c.', 'lacre.'],
    ['lacre.b.c.', 'lacre.'],
  ])('is not begun: with %s there, %s is refused', async (first, second) => {
    const one = await born(server, first);
    await recordPerson(one.log);
    const before = server.eventCount;
    await expect(born(server, second)).rejects.toThrow(
      `já há uma instalação com o prefixo ${first}, e o desta é ${second}`,
    );
    expect(server.eventCount).toBe(before);
    await recordPerson(one.log);
    await one.end();
  });

  it('is begun beside one whose prefix only looks alike', async () => {
    const one = await born(server, 'lacre.');
    const other = await born(server, 'lacre-b.');
    await Promise.all([recordPerson(one.log), recordPerson(other.log)]);
    expect(server.eventCount).toBe(4);
    await one.end();
    await other.end();
  });

  it('does not disturb the other, should it exist all the same', async () => {
    const one = await born(server, 'lacre.');
    await recordPerson(one.log);
    const client = KurrentDBClient.connectionString(server.connectionString);
    for (const stream of ['lacre.b.installation', 'lacre.b-c.person-1', 'lacre.person-.x'])
      await client.appendToStream(
        stream,
        Array.from({ length: 30 }, () => jsonEvent({ type: 'InstallationBegan', data: { de: 'outro' } })),
      );
    await client.dispose();
    const { eventStore } = one.log;
    const head = await eventStore.head();
    await recordPerson(one.log);
    const all = await Array.fromAsync(eventStore.readAll({ after: 'start', limit: 3 }));
    expect(all.map(({ type }) => type)).toEqual(['InstallationBegan', 'PersonCreated', 'PersonCreated']);
    expect(all[1]?.position).toBe(head);
    const people: string[] = [];
    const signal = new AbortController();
    const filter = { streamPrefixes: ['person-'] };
    for await (const message of eventStore.subscribe({ after: 'start', filter, signal: signal.signal })) {
      if (message.kind === 'events') people.push(...message.events.map(({ type }) => type));
      if (people.length === 2) signal.abort();
    }
    expect(people).toEqual(['PersonCreated', 'PersonCreated']);
    expect(await countForeignEvents(server.connectionString, 'lacre.')).toBe(90);
    await one.end();
  });
});

it('refuses a log whose beginning was truncated', async () => {
  await opened(places, 'serve', (log) =>
    asAnother(log, (client) => client.setStreamMetadata('lacre.installation', { truncateBefore: 1 })),
  );
  const again = opened(places, 'serve', () => Promise.resolve());
  await expect(again).rejects.toThrow(InstallationRefused);
  await expect(again).rejects.toThrow('ou perdeu o início');
});
