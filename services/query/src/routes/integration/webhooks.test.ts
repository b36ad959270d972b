import { randomUUID } from 'node:crypto';

import { createTenantMoves } from '@lacre/access';
import { streams, type AnswerOf } from '@lacre/contracts';
import { openSecrets } from '@lacre/personal-data/secrets';
import { TEST_MASTER_KEY } from '@lacre/personal-data/testing';
import { startWebhooks } from '@lacre/projector';
import { newEvent, record } from '@lacre/projector/testing';
import { MemoryWorkQueue } from '@lacre/work-queue/memory';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { asPerson, asUser, queryStage } from '../../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
let running: { stop(): Promise<void> };
const queue = new MemoryWorkQueue();
const [tenantId, other, webhookId] = [randomUUID(), randomUUID(), randomUUID()];
const admin = () => asUser(tenantId);
let position: string;
let sealed: string;

beforeAll(async () => {
  stage = await queryStage();
  const secrets = await openSecrets(stage.pool, [Buffer.from(TEST_MASTER_KEY)]);
  const logger = pino({ level: 'silent' });
  running = await startWebhooks({
    ...stage,
    eventStore: stage.store,
    tenantMoves: createTenantMoves({ eventStore: stage.store, logger }),
    logger,
    queue,
    secrets,
  });
  const created = newEvent('WebhookCreated', {
    webhookId,
    tenantId,
    userId: randomUUID(),
    url: 'https://10.0.0.1/gancho',
    description: 'ERP',
    eventTypes: ['credits.granted.v1'],
    secretId: await keep(secrets),
  });
  await record(stage.store, streams.webhook(webhookId), created);
  const granted = newEvent('CreditsGranted', { tenantId, amount: 1, reason: 'compra' });
  sealed = granted.id;
  position = await record(stage.store, streams.credits(tenantId), granted);
});
afterAll(async () => {
  await running.stop();
  await queue.close();
  await stage.close();
});

async function keep(secrets: Awaited<ReturnType<typeof openSecrets>>): Promise<string> {
  const id = randomUUID();
  await secrets.keep(id, Buffer.alloc(32, 1));
  return id;
}

it('shows a webhook, its deliveries and their outcomes', async () => {
  const url = `/webhook/${webhookId}?min-position=${position}`;
  await vi.waitFor(async () => {
    const shown = (await stage.get(url, admin())).json<AnswerOf<'getWebhook'>>();
    expect(shown).toMatchObject({ webhookId, status: 'active', description: 'ERP', pending: 1, dead: 0 });
    expect(shown.failingSince).not.toBeNull();
  }, 8000);
  const list = (await stage.get('/webhook', admin())).json<AnswerOf<'listWebhooks'>>();
  expect(list).toMatchObject({ total: 1, items: [{ webhookId, url: 'https://10.0.0.1/gancho' }] });
  const deliveries = `/webhook/${webhookId}/delivery`;
  expect((await stage.get(deliveries, admin())).json()).toMatchObject({
    total: 1,
    items: [
      {
        eventId: sealed,
        eventType: 'credits.granted.v1',
        status: 'pending',
        attempts: 1,
        lastStatus: null,
        lastProblem: 'Este endereço não é público',
        deliveredAt: null,
      },
    ],
  });
  expect((await stage.get(`${deliveries}?filter=dead`, admin())).json()).toMatchObject({
    total: 0,
    items: [],
  });
});

it('is unknown to other tenants, and forbidden but for administrators and managers', async () => {
  const paths = [`/webhook/${webhookId}`, `/webhook/${webhookId}/delivery`];
  for (const path of paths)
    expect((await stage.get(path, asUser(other))).json()).toMatchObject({ code: 'WEBHOOK_NOT_FOUND' });
  expect((await stage.get('/webhook', asUser(other))).json()).toMatchObject({ total: 0, items: [] });
  for (const headers of [
    asUser(tenantId, 'common'),
    asUser(tenantId, 'totem'),
    asPerson(tenantId, randomUUID()),
  ])
    for (const path of ['/webhook', ...paths]) expect((await stage.get(path, headers)).statusCode).toBe(403);
});

it.each(['endpoint', 'delivery'])('row-level security holds webhook.%s too', async (table) => {
  const visible = async (scope: string) => {
    const client = await stage.pool.connect();
    try {
      await client.query(`begin; set local role lacre_query; ${scope}`);
      return (await client.query(`select tenant_id from webhook.${table}`)).rowCount;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  const of = (tenant: string, companies: string) =>
    `set local lacre.tenant_id = '${tenant}'; set local lacre.companies = '${companies}'`;
  expect(await visible(of(tenantId, '*'))).toBe(1);
  expect(await visible(of(tenantId, '{}'))).toBe(0);
  expect(await visible(of(other, '*'))).toBe(0);
  expect(await visible('')).toBe(0);
});
