import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { disableWebhook } from '../jobs/disable-webhook.ts';
import { Harness } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let other: typeof own;
beforeAll(async () => {
  harness = await Harness.start();
  own = await harness.tenant();
  other = await harness.tenant();
});
afterAll(() => harness.stop());

const body = { url: 'https://exemplo.com.br/gancho', eventTypes: ['document.sealed.v1'] };
const create = (given: object = body, options: { key?: string; token?: string } = {}) =>
  harness.send<AnswerOf<'createWebhook'>>('POST', '/webhook', given, { token: own.token, ...options });

it('shows the secret once, the same for the same key, and keeps it out of log, logs and answers', async () => {
  const first = await create(body, { key: 'gancho' });
  expect(first).toMatchObject({
    status: 201,
    body: { secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) as string },
  });
  expect((await create(body, { key: 'gancho' })).body).toEqual(first.body);
  await harness.service.answers.settled();
  await harness.pool.query('truncate command.idempotency');
  expect((await create(body, { key: 'gancho' })).body).toEqual(first.body);
  const { webhookId, secret } = first.body;
  const events = await harness.stream(streams.webhook(webhookId));
  expect(events.map(({ type }) => type)).toEqual(['WebhookCreated']);
  await harness.service.answers.settled();
  const kept = await harness.pool.query('select answer::text from command.idempotency');
  const bare = secret.replace('whsec_', '');
  const everywhere = [JSON.stringify(events[0]?.data), JSON.stringify(kept.rows), ...harness.logged].join(
    '\n',
  );
  expect(everywhere).not.toContain(bare);
  const { rows } = await harness.pool.query<{ wrapped: Buffer }>('select wrapped from integration.secret');
  expect(rows.some(({ wrapped }) => wrapped.includes(Buffer.from(bare, 'base64')))).toBe(false);
});

it.each([
  'http://exemplo.com.br/',
  'https://exemplo.com.br:22/',
  'https://ana:senha@exemplo.com.br/',
  'https://localhost/',
  'https://127.0.0.1/',
  // Told at once, instead of by what never arrives.
  'https://10.1.2.3/',
  'https://172.31.0.1/',
  'https://192.168.0.1:8443/',
  'https://169.254.169.254/',
  'https://100.100.0.1/',
  'https://0x7f.1/',
  'https://2886729729/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[::ffff:10.0.0.1]/',
  'ftp://exemplo.com.br/',
  'exemplo',
])('refuses the address %s', async (url) => {
  expect(await create({ ...body, url })).toMatchObject({
    status: 422,
    body: { code: 'WEBHOOK_ADDRESS_NOT_ALLOWED', errors: [{ field: 'url' }] },
  });
});

it('refuses unknown types', async () => {
  // What only its requester sees is a type of the feed, and is sent to no webhook.
  expect(await create({ ...body, eventTypes: ['download.ready.v1'] })).toMatchObject({
    status: 422,
    body: { code: 'CLASS_VALIDATION_ERROR' },
  });
  expect(await create({ ...body, eventTypes: ['document.sealed.v9'] })).toMatchObject({
    status: 422,
    body: { code: 'CLASS_VALIDATION_ERROR' },
  });
});

it('is edited, paused, resumed, given another secret, and removed; an unknown delivery is not sent again', async () => {
  const { webhookId, secret } = (await create()).body;
  const url = `/webhook/${webhookId}`;
  const send = (method: 'POST' | 'PATCH' | 'DELETE', path = '', given?: object) =>
    harness.send<AnswerOf<'rotateWebhookSecret'>>(method, `${url}${path}`, given, { token: own.token });
  expect((await send('PATCH', '', { ...body, description: 'ERP' })).status).toBe(200);
  for (const path of ['/pause', '/pause', '/resume']) expect((await send('POST', path)).status).toBe(200);
  const rotated = await send('POST', '/secret');
  expect(rotated.body.secret).toMatch(/^whsec_/);
  expect(rotated.body.secret).not.toBe(secret);
  expect(Date.parse(rotated.body.previousUntil)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  const unknown = await send('POST', `/delivery/${randomUUID()}/replay`);
  expect(unknown).toMatchObject({ status: 404, body: { code: 'WEBHOOK_DELIVERY_NOT_FOUND' } });
  expect((await send('DELETE')).status).toBe(200);
  expect(await send('POST', '/pause')).toMatchObject({ status: 404, body: { code: 'WEBHOOK_NOT_FOUND' } });
  expect(await harness.types(streams.webhook(webhookId))).toEqual([
    'WebhookCreated',
    'WebhookEdited',
    'WebhookPaused',
    'WebhookResumed',
    'WebhookSecretRotated',
    'WebhookRemoved',
  ]);
});

it('is disabled once for each run of failures, and resumed by hand', async () => {
  const { webhookId } = (await create()).body;
  const payload = { webhookId, tenantId: own.tenantId, failingSince: '2026-01-01T00:00:00.000Z' };
  await disableWebhook(harness.service, { payload });
  await harness.send('POST', `/webhook/${webhookId}/resume`, undefined, { token: own.token });
  await disableWebhook(harness.service, { payload });
  await disableWebhook(harness.service, {
    payload: { ...payload, failingSince: '2026-02-01T00:00:00.000Z' },
  });
  await disableWebhook(harness.service, { payload: { ...payload, webhookId: randomUUID() } });
  expect(await harness.types(streams.webhook(webhookId))).toEqual([
    'WebhookCreated',
    'WebhookDisabled',
    'WebhookResumed',
    'WebhookDisabled',
  ]);
});

it('is unknown to other tenants, and closed to common users and totems', async () => {
  const { webhookId } = (await create()).body;
  const tokens = {
    common: (await harness.member(own.tenantId, 'common')).token,
    totem: (await harness.member(own.tenantId, 'totem')).token,
  };
  const paths: ['POST' | 'PATCH' | 'DELETE', string, object?][] = [
    ['PATCH', '', body],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['POST', '/secret'],
    ['POST', `/delivery/${randomUUID()}/replay`],
    ['DELETE', ''],
  ];
  for (const [method, path, given] of paths) {
    const url = `/webhook/${webhookId}${path}`;
    const foreign = await harness.send(method, url, given, { token: other.token });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'WEBHOOK_NOT_FOUND' } });
    for (const token of Object.values(tokens))
      expect((await harness.send(method, url, given, { token })).body.code).toBe(
        'AUTH_USER_WITHOUT_PERMISSION',
      );
  }
  expect((await create(body, { token: tokens.common })).status).toBe(403);
  expect(await harness.types(streams.webhook(webhookId))).toEqual(['WebhookCreated']);
});
