import { randomBytes, randomUUID } from 'node:crypto';

import { streams, type DataOf } from '@lacre/contracts';
import type { NewEvent } from '@lacre/event-store';
import { TcpProxy } from '@lacre/event-store/testing/tcp-proxy';
import { openSecrets } from '@lacre/personal-data/secrets';
import { TEST_MASTER_KEY } from '@lacre/personal-data/testing';
import { createPool } from '@lacre/postgres';
import { MemoryWorkQueue } from '@lacre/work-queue/memory';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { startHookServer, type Received } from '../testing/hook-server.ts';
import { newEvent, record } from '../testing/index.ts';
import { projectorStage, type ProjectorStage } from '../testing/projector-stage.ts';
import { startWebhooks } from './start-webhooks.ts';

type Server = Awaited<ReturnType<typeof startHookServer>>;
const DAY_MS = 86_400_000;

let stage: ProjectorStage;
let secrets: Awaited<ReturnType<typeof openSecrets>>;
let queue: MemoryWorkQueue;
let running: { stop(): Promise<void> } | undefined;
let servers: Server[];
let clock: number;

beforeEach(async () => {
  stage = await projectorStage();
  secrets = await openSecrets(stage.pool, [Buffer.from(TEST_MASTER_KEY)]);
  queue = new MemoryWorkQueue();
  servers = [];
  clock = Date.now();
  await start();
});
afterEach(async () => {
  await running?.stop();
  await queue.close();
  await Promise.all(servers.map((server) => server.close()));
  await stage.close();
});

async function start(timeoutMs = 3000, pool = stage.pool): Promise<void> {
  const deps = { ...stage, pool, queue, secrets, now: () => new Date(clock) };
  running = await startWebhooks(deps, { loopback: true, timeoutMs });
}

async function receiver(answer?: Parameters<typeof startHookServer>[0]): Promise<Server> {
  const server = await startHookServer(answer, { tls: false });
  servers.push(server);
  return server;
}

async function secretFor(secretId: string): Promise<string> {
  return `whsec_${(await secrets.keep(secretId, randomBytes(32))).toString('base64')}`;
}

async function hook(
  tenantId: string,
  { port }: Pick<Server, 'port'>,
  more: Partial<DataOf<'WebhookCreated'>> = {},
) {
  const [webhookId, secretId] = [randomUUID(), randomUUID()];
  const secret = await secretFor(secretId);
  const data = {
    webhookId,
    tenantId,
    userId: randomUUID(),
    url: `http://127.0.0.1:${port}/gancho`,
    description: '',
    eventTypes: ['credits.granted.v1'],
    secretId,
    ...more,
  };
  await record(stage.eventStore, streams.webhook(webhookId), newEvent('WebhookCreated', data));
  return { webhookId, secretId, secret, reference: { webhookId, tenantId } };
}

async function grant(tenantId: string, amount = 1): Promise<string> {
  const event = newEvent('CreditsGranted', { tenantId, amount, reason: 'compra' });
  await record(stage.eventStore, streams.credits(tenantId), event);
  return event.id;
}

const deliveries = () =>
  stage.rows<{
    event_id: string;
    status: string;
    attempts: number;
    last_status: number;
    last_problem: string;
  }>('select * from webhook.delivery order by number');
const amountIn = ({ body }: Received) => (JSON.parse(body) as { data: { amount: number } }).data.amount;
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 50 });

it('sends no event from before a tenant came from another installation, and all since its move began', async () => {
  const [tenantId, moveId] = [randomUUID(), randomUUID()];
  const server = await receiver();
  await stage.pool.query('insert into webhook.arriving (tenant_id, move_id) values ($1, $2)', [
    tenantId,
    moveId,
  ]);
  const { webhookId, secretId } = await hook(tenantId, server);
  await grant(tenantId, 1);
  const moved = { tenantId, address: 'https://assina1.exemplo.com.br' };
  const begun = async (id: string) =>
    record(stage.eventStore, streams.tenant(tenantId), newEvent('TenantMoveBegan', { ...moved, moveId: id }));
  await begun(randomUUID());
  await grant(tenantId, 2);
  // As the move brings it: a row, and no fold.
  await stage.pool.query(
    `insert into webhook.endpoint (webhook_id, tenant_id, url, description, event_types, secret_id, created_at, status)
     values ($1, $2, $3, '', '{credits.granted.v1}', $4, now(), 'active')`,
    [webhookId, tenantId, `http://127.0.0.1:${server.port}/gancho`, secretId],
  );
  await begun(moveId);
  const id = await grant(tenantId, 3);
  await record(stage.eventStore, streams.tenant(tenantId), newEvent('TenantMovedIn', { ...moved, moveId }));
  await eventually(() => expect(server.received).toHaveLength(1));
  expect(server.received[0]?.headers['webhook-id']).toBe(id);
  expect((await deliveries()).map(({ event_id }) => event_id)).toEqual([id]);
  expect(await stage.rows('select * from webhook.arriving')).toEqual([]);
});

it('sends the facts asked for, of its own tenant, after it was made, signed as the specification says', async () => {
  const [tenantId, other] = [randomUUID(), randomUUID()];
  const server = await receiver();
  await grant(tenantId, 1);
  const { secret } = await hook(tenantId, server);
  await grant(other, 2);
  await record(
    stage.eventStore,
    streams.person(tenantId),
    newEvent('PersonRemoved', { personId: randomUUID(), tenantId }),
  );
  const id = await grant(tenantId, 3);
  await eventually(() => expect(server.received).toHaveLength(1));
  const [{ headers, body }] = server.received as [Received];
  expect(headers['webhook-id']).toBe(id);
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    id,
    type: 'credits.granted.v1',
    data: { amount: 3 },
  });
  expect(() => new Webhook(secret).verify(body.replace('3', '4'), headers as Record<string, string>)).toThrow(
    'No matching signature',
  );
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ status: 'delivered', last_status: 204 }]),
  );
});

it('signs with both secrets while one takes the place of the other', async () => {
  const tenantId = randomUUID();
  const server = await receiver();
  const { secret, secretId, webhookId, reference } = await hook(tenantId, server);
  const next = randomUUID();
  const newer = await secretFor(next);
  const until = new Date(clock + DAY_MS).toISOString();
  const rotated = { ...reference, secretId: next, previousSecretId: secretId, previousUntil: until };
  await record(stage.eventStore, streams.webhook(webhookId), newEvent('WebhookSecretRotated', rotated));
  await grant(tenantId);
  await eventually(() => expect(server.received).toHaveLength(1));
  const [{ headers, body }] = server.received as [Received];
  for (const good of [secret, newer]) new Webhook(good).verify(body, headers as Record<string, string>);
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
  clock += DAY_MS + 1;
  await grant(tenantId);
  await eventually(() => expect(server.received).toHaveLength(2));
  expect(String(server.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1);
});

it.each([
  ['did not take', `set status = 'delivered'`],
  ['took, and whose answer was lost', 'commit'],
])('sends nothing twice whose outcome the database %s', async (_what, statement) => {
  await running?.stop();
  const address = new URL(stage.connectionString);
  const proxy = new TcpProxy(Number(address.port), address.hostname);
  address.host = `127.0.0.1:${await proxy.start()}`;
  const pool = createPool(address.href, { max: 4, applicationName: 'webhooks-test' });
  try {
    await start(3000, pool);
    const tenantId = randomUUID();
    let answers = 0;
    const server = await receiver((_received, response) => {
      if (answers++ === 0) proxy.loseAnswerTo(statement);
      response.writeHead(204).end();
    });
    await hook(tenantId, server);
    const first = await grant(tenantId);
    await eventually(async () => expect(await deliveries()).toMatchObject([{ status: 'delivered' }]));
    // What was claimed before may be taken again by now.
    clock += 61_000;
    const second = await grant(tenantId);
    await eventually(async () => expect(await deliveries()).toMatchObject([{}, { status: 'delivered' }]));
    await running?.stop();
    expect(server.received.map(({ headers }) => headers['webhook-id'])).toEqual([first, second]);
    expect(await deliveries()).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
  } finally {
    await running?.stop();
    await pool.end();
    await proxy.stop();
  }
});

it('tries again under the same webhook-id, later and later, and gives up after a day', async () => {
  const tenantId = randomUUID();
  const server = await receiver((_received, response) => response.writeHead(500).end());
  const { webhookId, reference } = await hook(tenantId, server);
  const id = await grant(tenantId);
  await eventually(() => expect(server.received).toHaveLength(1));
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 1 }]),
  );
  clock += 10_000;
  await eventually(() => expect(server.received).toHaveLength(2));
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 2 }]),
  );
  clock += DAY_MS;
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([
      { status: 'dead', attempts: 3, last_problem: 'Respondeu 500' },
    ]),
  );
  expect(new Set(server.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));

  // By hand once more.
  const replay = newEvent('WebhookReplayRequested', { ...reference, eventId: id });
  clock += DAY_MS;
  await record(stage.eventStore, streams.webhook(webhookId), replay);
  await eventually(() => expect(server.received).toHaveLength(4));
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 1 }]),
  );
});

it('is not held up by another address that fails or hangs', async () => {
  // The hanging requests do not end within this test.
  await running?.stop();
  await start(60_000);
  const tenantId = randomUUID();
  const hanging = await receiver(() => {});
  const failing = await receiver((_received, response) => response.writeHead(503).end());
  const well = await receiver();
  for (const server of [hanging, hanging, hanging, failing, well]) await hook(tenantId, server);
  for (let amount = 1; amount <= 20; amount++) await grant(tenantId, amount);
  await vi.waitFor(() => expect(well.received).toHaveLength(20), { timeout: 15_000, interval: 25 });
  expect(well.received.map(amountIn).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1),
  );
  // One that fails is tried with one thing at a time.
  expect(failing.received.length).toBeLessThanOrEqual(4);
  await hanging.close();
});

it('loses no event by a stop or a pause, and keeps none for a removed webhook', async () => {
  const tenantId = randomUUID();
  const server = await receiver();
  const { webhookId, reference } = await hook(tenantId, server);
  const stream = streams.webhook(webhookId);
  await record(stage.eventStore, stream, newEvent('WebhookPaused', reference));
  await grant(tenantId, 1);
  await eventually(async () => expect(await deliveries()).toHaveLength(1));
  await running?.stop();
  await grant(tenantId, 2);
  await record(stage.eventStore, stream, newEvent('WebhookResumed', reference));
  expect(server.received).toEqual([]);
  await start();
  await eventually(() => expect(server.received.map(amountIn).toSorted((a, b) => a - b)).toEqual([1, 2]));
  await record(stage.eventStore, stream, newEvent('WebhookRemoved', reference));
  await grant(tenantId, 3);
  await eventually(async () => expect(await deliveries()).toEqual([]));
  expect(server.received).toHaveLength(2);
});

it('sends nothing while a tenant is being moved, resumes when it stays, and stops when it has left', async () => {
  const [tenantId, other] = [randomUUID(), randomUUID()];
  const server = await receiver();
  await hook(tenantId, server);
  await hook(other, server);
  const move = { tenantId, moveId: randomUUID(), address: 'https://assina2.example' };
  const moved = (event: NewEvent) => record(stage.eventStore, streams.tenant(tenantId), event);
  await moved(newEvent('TenantMoveBegan', move));
  await grant(tenantId, 1);
  await grant(other, 2);
  await eventually(() => expect(server.received).toHaveLength(1));
  await running?.stop();
  expect(server.received.map(amountIn)).toEqual([2]);
  expect((await deliveries()).map(({ status, attempts }) => [status, attempts])).toEqual([
    ['pending', 0],
    ['delivered', 1],
  ]);
  await moved(newEvent('TenantMoveAbandoned', { tenantId, moveId: move.moveId }));
  clock += 120_000;
  await start();
  await eventually(() => expect(server.received).toHaveLength(2));
  await moved(newEvent('TenantMoveBegan', move));
  await moved(newEvent('TenantMovedOut', move));
  await grant(tenantId, 3);
  await eventually(async () =>
    expect((await deliveries()).at(-1)).toMatchObject({ status: 'dead', attempts: 0 }),
  );
  expect(server.received).toHaveLength(2);
});

it('asks for a webhook to be disabled after days of failures, and at a 410', async () => {
  const tenantId = randomUUID();
  const asked: unknown[] = [];
  await queue.consume('disable-webhook', async ({ payload }) => void asked.push(payload), {
    concurrency: 1,
    visibilityMs: 1000,
    maxDeliveries: 1,
  });
  const failing = await receiver((_received, response) => response.writeHead(500).end());
  const { webhookId } = await hook(tenantId, failing);
  await grant(tenantId);
  await eventually(async () => expect(await deliveries()).toMatchObject([{ attempts: 1 }]));
  const failingSince = new Date(clock).toISOString();
  expect(asked).toEqual([]);
  clock += 5 * DAY_MS;
  await eventually(() => expect(asked).toEqual([{ key: webhookId, webhookId, tenantId, failingSince }]));
  const gone = await receiver((_received, response) => response.writeHead(410).end());
  const { webhookId: second } = await hook(tenantId, gone);
  await grant(tenantId);
  await eventually(() => expect(asked).toMatchObject([{}, { webhookId: second }]));
});
