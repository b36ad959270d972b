import { randomBytes, randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { openSecrets } from '@lacre/personal-data/secrets';
import { TEST_MASTER_KEY } from '@lacre/personal-data/testing';
import { createPool } from '@lacre/postgres';
import { MemoryWorkQueue } from '@lacre/work-queue/memory';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { startProjectorWorkers } from '../start-projector-workers.ts';
import { startHookServer } from '../testing/hook-server.ts';
import { newEvent, record } from '../testing/index.ts';
import { sharesOf } from '../testing/instances.ts';
import { projectorStage, type ProjectorStage } from '../testing/projector-stage.ts';
import { until } from '../testing/until.ts';

let stage: ProjectorStage;
const ending: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  stage = await projectorStage('postgres');
});
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
  await stage.close();
});

/** A projector with all it does, and how often it signed a delivery. */
async function startProjector(partitions: number) {
  const pool = createPool(stage.connectionString, { max: 12, applicationName: 'shared-webhooks-test' });
  const queue = new MemoryWorkQueue();
  const secrets = await openSecrets(pool, [Buffer.from(TEST_MASTER_KEY)]);
  const counted = { signed: 0 };
  const find = secrets.find.bind(secrets);
  secrets.find = (id) => {
    counted.signed += 1;
    return find(id);
  };
  const running = await startProjectorWorkers(
    {
      pool,
      eventStore: stage.eventStore,
      tenantMoves: stage.tenantMoves,
      logger: stage.logger,
      queue,
      secrets,
      mailer: { send: async () => {} },
      publicUrl: 'https://lacre.exemplo.com.br',
      proofSecret: Buffer.alloc(32, 7),
      outlet: { loopback: true },
    },
    { partitions },
  );
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopping ??= (async () => {
      await running.stop();
      await queue.close();
      await pool.end();
    })());
  ending.push(stop);
  return { secrets, counted, stop };
}

it('each projector sends to the webhooks of its tenants, at once and once each, and another takes over', async () => {
  const server = await startHookServer(undefined, { tls: false });
  ending.push(() => server.close());
  const first = await startProjector(4);
  const second = await startProjector(4);
  await until(async () => String(await sharesOf(stage, 4)) === '2,2');
  const tenants = Array.from({ length: 16 }, () => randomUUID());
  for (const tenantId of tenants) {
    const [webhookId, secretId] = [randomUUID(), randomUUID()];
    await first.secrets.keep(secretId, randomBytes(32));
    const url = `http://127.0.0.1:${server.port}/gancho`;
    const data = { webhookId, tenantId, userId: randomUUID(), url, description: '', secretId };
    await record(
      stage.eventStore,
      streams.webhook(webhookId),
      newEvent('WebhookCreated', { ...data, eventTypes: ['credits.granted.v1'] }),
    );
  }
  const grantAll = async (): Promise<string[]> => {
    const ids: string[] = [];
    for (const tenantId of tenants) {
      const event = newEvent('CreditsGranted', { tenantId, amount: 1, reason: 'compra' });
      await record(stage.eventStore, streams.credits(tenantId), event);
      ids.push(event.id);
    }
    return ids;
  };
  const sent = () => server.received.map(({ headers }) => String(headers['webhook-id'])).toSorted();
  const granted = await grantAll();
  // Half a minute is what a look that was not announced would take.
  await until(async () => server.received.length >= granted.length);
  expect(sent()).toEqual(granted.toSorted());
  expect([first.counted.signed > 0, second.counted.signed > 0]).toEqual([true, true]);
  expect(first.counted.signed + second.counted.signed).toBe(granted.length);
  // The first one opens deliveries too, until it ends.
  await first.stop();
  granted.push(...(await grantAll()));
  await until(async () => server.received.length >= granted.length);
  expect(sent()).toEqual(granted.toSorted());
}, 60_000);
