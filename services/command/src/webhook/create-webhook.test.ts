import { randomUUID } from 'node:crypto';

import { MAX_WEBHOOKS, streams, type AnswerOf } from '@lacre/contracts';
import { expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';

const everySlot = Array.from({ length: MAX_WEBHOOKS }, (_, slot) => slot);
const REFUSED = 7;

const create = (harness: Harness, index: number, options: { token: string; key?: string }) =>
  harness.send<AnswerOf<'createWebhook'>>(
    'POST',
    '/webhook',
    { url: `https://exemplo.com.br/${index}` },
    options,
  );

async function slotsOf(harness: Harness, webhookIds: readonly string[]): Promise<unknown[]> {
  const histories = await Promise.all(webhookIds.map((id) => harness.stream(streams.webhook(id))));
  return histories.map(([created]) => Number(created?.data['slot'])).toSorted((one, other) => one - other);
}

it('holds when many are made at once, gives the place of one removed to the next, and repeats answers', async () => {
  // A process that is slow on a busy machine has not died.
  const harness = await Harness.start({ takeOverPatienceMs: 60_000 });
  try {
    const { token } = await harness.tenant();
    const send = (method: 'POST' | 'DELETE', path: string) =>
      harness.send(method, `/webhook/${path}`, undefined, { token });
    const replies = await Promise.all(
      Array.from({ length: MAX_WEBHOOKS + REFUSED }, (_, index) =>
        create(harness, index, { token, key: `gancho-${index}` }),
      ),
    );
    const made = replies.filter(({ status }) => status === 201).map((reply) => reply.body.webhookId);
    expect(await slotsOf(harness, made)).toEqual(everySlot);
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(REFUSED);
    for (const { status, body } of refused)
      expect({ status, body }).toMatchObject({
        status: 409,
        body: {
          code: 'WEBHOOK_LIMIT_REACHED',
          title: 'Esta conta já tem todos os webhooks que pode ter.',
          detail: expect.stringContaining(`até ${MAX_WEBHOOKS} webhooks`) as string,
        },
      });

    const [gone = '', ...staying] = made;
    expect((await send('POST', `${gone}/pause`)).status).toBe(200);
    expect((await create(harness, 98, { token })).body.code).toBe('WEBHOOK_LIMIT_REACHED');
    expect((await send('DELETE', gone)).status).toBe(200);
    const next = await create(harness, 99, { token });
    expect(next.status).toBe(201);
    expect(await slotsOf(harness, [...staying, next.body.webhookId])).toEqual(everySlot);

    // The answer to the one that was removed is still its own, and takes no place.
    await harness.service.answers.settled();
    await harness.pool.query('truncate command.idempotency');
    const removed = replies.findIndex((reply) => reply.body.webhookId === gone);
    const repeated = await create(harness, removed, { token, key: `gancho-${removed}` });
    expect(repeated.body).toEqual(replies[removed]?.body);
    const history = ['WebhookCreated', 'WebhookPaused', 'WebhookRemoved'];
    expect(await harness.types(streams.webhook(gone))).toEqual(history);
  } finally {
    await harness.stop();
  }
});

it('gets back places of creations that died, and is counted for each tenant', async () => {
  const harness = await Harness.start({ takeOverPatienceMs: 100 });
  try {
    const [{ tenantId, token }, other] = [await harness.tenant(), await harness.tenant()];
    const orphans = everySlot.map(() => streams.webhook(randomUUID()));
    for (const [slot, owner] of orphans.entries()) {
      const digest = harness.service.digest('webhook', tenantId, String(slot));
      await harness.append(streams.reservation(`webhook-${digest}`), tenantId, {
        type: 'ValueReserved',
        data: { kind: 'webhook', tenantId, owner },
      });
    }
    expect((await create(harness, 0, { token: other.token })).status).toBe(201);
    expect((await create(harness, 0, { token })).status).toBe(201);
    const forfeited = await Promise.all(orphans.map((owner) => harness.types(owner)));
    expect(forfeited.flat()).toEqual(['OwnerForfeited']);
  } finally {
    await harness.stop();
  }
});

it('counts webhooks from before there were places, each once, until they are removed', async () => {
  const harness = await Harness.start({ takeOverPatienceMs: 100 });
  try {
    const { tenantId, userId, token } = await harness.tenant();
    const earlier = everySlot.slice(2).map(() => randomUUID());
    const settings = { url: 'https://exemplo.com.br/antigo', description: '', eventTypes: [] };
    for (const webhookId of earlier)
      await harness.append(streams.webhook(webhookId), tenantId, {
        type: 'WebhookCreated',
        data: { webhookId, tenantId, userId, secretId: randomUUID(), ...settings },
      });
    for (const index of [0, 1]) expect((await create(harness, index, { token })).status).toBe(201);
    for (const index of [2, 3])
      expect((await create(harness, index, { token })).body.code).toBe('WEBHOOK_LIMIT_REACHED');
    const gone = await harness.send('DELETE', `/webhook/${earlier[5]}`, undefined, { token });
    expect(gone.status).toBe(200);
    expect((await create(harness, 4, { token })).status).toBe(201);
    expect((await create(harness, 5, { token })).body.code).toBe('WEBHOOK_LIMIT_REACHED');
  } finally {
    await harness.stop();
  }
});
