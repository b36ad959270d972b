import { randomUUID } from 'node:crypto';

import { jsonEvent, KurrentDBClient } from '@kurrent/kurrentdb-client';
import { InstallationRefused } from '@lacre/adapters';
import { countForeignEvents } from '@lacre/event-store/kurrentdb';
import { fsck, type CheckResult } from '@lacre/local/audit/fsck';
import type { Installation } from '@lacre/local/audit/open-installation';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { Installations, opened, recordPerson, type Opened, type Places } from './installations.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let installations: Installations;
let places: Places;

beforeAll(async () => {
  installations = await Installations.create();
  places = await installations.empty();
});
afterAll(() => installations.dispose());

/** Somebody else who may write to the server. */
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
  const note = (_name: string, result: CheckResult) => void looked.push(result.looked);
  const problems = await fsck(audit, ['installation', 'log'], note);
  return { looked, problems: problems.map(({ where, what }) => `${where}: ${what}`) };
}

it('counts what others keep on the server, is not disturbed by it, and names what they cut of ours', async () => {
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

it('names, by stream and number, what others wrote into its streams, and reads all that is its own', async () => {
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

it('refuses a log whose own beginning was cut', async () => {
  await opened(places, 'serve', (log) =>
    asAnother(log, (client) => client.setStreamMetadata('lacre.installation', { truncateBefore: 1 })),
  );
  const again = opened(places, 'serve', () => Promise.resolve());
  await expect(again).rejects.toThrow(InstallationRefused);
  await expect(again).rejects.toThrow('ou perdeu o início');
});
