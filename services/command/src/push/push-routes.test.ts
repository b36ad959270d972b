import { randomUUID } from 'node:crypto';

import type { AnswerOf } from '@lacre/contracts';
import { rotateApplicationKey } from '@lacre/web-push';
import { browserKeys } from '@lacre/web-push/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';

const WHY = { reason: 'subject-request' };
let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let other: typeof own;
beforeAll(async () => {
  harness = await Harness.start({ pushHosts: ['push.exemplo.com.br'] });
  [own, other] = [await harness.tenant(), await harness.tenant()];
});
afterAll(() => harness.stop());

function browser(endpoint = `https://push.exemplo.com.br/${randomUUID()}`) {
  const { p256dh, auth } = browserKeys();
  return { endpoint, p256dh, auth };
}
const subscribe = (token: string, body: object = browser(), key?: string) =>
  harness.send<AnswerOf<'subscribePush'>>('POST', '/push', body, {
    token,
    ...(key === undefined ? {} : { key }),
  });
const unsubscribe = (token: string, id: string) =>
  harness.send('DELETE', `/push/${id}`, undefined, { token });
const kept = async (id: string) => {
  const { rowCount } = await harness.pool.query('select from push.subscription where subscription_id = $1', [
    id,
  ]);
  return rowCount === 1 && (await harness.service.secrets.find(id)) !== undefined;
};

it('gives every browser the same key', async () => {
  const key = async (token: string) =>
    (await harness.send<AnswerOf<'pushKey'>>('GET', '/push', undefined, { token })).body.publicKey;
  const first = await key(own.token);
  expect(first).toMatch(/^B[\w-]{86}$/);
  expect(await key(other.token)).toBe(first);
});

it('takes a browser that subscribed with the key before, and none that did with another', async () => {
  const given = async () =>
    (await harness.send<AnswerOf<'pushKey'>>('GET', '/push', undefined, { token: own.token })).body.publicKey;
  const keyOf = async (id: string) =>
    (
      await harness.pool.query<{ public_key: string }>(
        `select public_key from push.application_key join push.subscription on key_id = application_key
          where subscription_id = $1`,
        [id],
      )
    ).rows[0]?.public_key;
  const before = await given();
  const already = browser();
  const { subscriptionId: alreadyId } = (await subscribe(own.token, already)).body;
  await rotateApplicationKey({ pool: harness.pool, secrets: harness.service.secrets });
  const now = await given();
  expect(now).not.toBe(before);
  const keys = await Promise.all(
    [{ ...browser(), publicKey: before }, { ...browser(), publicKey: now }, browser()].map(async (body) =>
      keyOf((await subscribe(own.token, body)).body.subscriptionId),
    ),
  );
  expect(keys).toEqual([before, now, now]);
  await subscribe(own.token, already);
  expect(await keyOf(alreadyId)).toBe(before);
  expect(await subscribe(own.token, { ...browser(), publicKey: `B${'A'.repeat(86)}` })).toMatchObject({
    body: { code: 'CLASS_VALIDATION_ERROR', errors: [{ field: 'publicKey' }] },
  });
});

it('keeps a browser once, encrypted, and ends it as easily', async () => {
  const body = browser();
  const { subscriptionId } = (await subscribe(own.token, body)).body;
  expect((await subscribe(own.token, body)).body.subscriptionId).toBe(subscriptionId);
  expect(await kept(subscriptionId)).toBe(true);
  const { rows } = await harness.pool.query<{ wrapped: Buffer }>('select wrapped from integration.secret');
  expect(rows.some(({ wrapped }) => wrapped.includes(body.endpoint))).toBe(false);
  expect((await unsubscribe(own.token, subscriptionId)).status).toBe(204);
  expect(await kept(subscriptionId)).toBe(false);
  // What is gone already is gone.
  expect((await unsubscribe(own.token, subscriptionId)).status).toBe(204);
});

it('answers alike for another user’s browser and for an unknown one, and leaves it alone', async () => {
  const { subscriptionId } = (await subscribe(own.token)).body;
  expect((await unsubscribe(other.token, subscriptionId)).status).toBe(204);
  expect(await kept(subscriptionId)).toBe(true);
});

it.each([
  'https://desconhecido.exemplo.com.br/1',
  'http://push.exemplo.com.br/1',
  'https://push.exemplo.com.br:444/1',
  'https://user:senha@push.exemplo.com.br/1',
  'https://127.0.0.1/1',
  'https://169.254.169.254/latest',
])('refuses %s', async (endpoint) => {
  expect(await subscribe(own.token, browser(endpoint))).toMatchObject({
    status: 422,
    body: { code: 'PUSH_SERVICE_NOT_ALLOWED' },
  });
});

it('writes neither endpoint nor keys into the log or the lines of the service', async () => {
  const body = browser();
  await subscribe(own.token, body);
  for await (const { data, metadata } of harness.eventStore.readAll({ after: 'start', limit: 1000 }))
    expect(JSON.stringify([data, metadata])).not.toMatch(
      new RegExp(`${body.endpoint}|${body.auth}|${body.p256dh}`),
    );
  expect(harness.logged.join('')).not.toContain(body.endpoint);
});

it('forgets the browsers of an erased person', async () => {
  const ana = await harness.person(own.token);
  const { subscriptionId } = (await subscribe(own.token)).body;
  await harness.pool.query(
    `update push.subscription set recipient_kind = 'person', recipient_id = $1 where subscription_id = $2`,
    [ana.personId, subscriptionId],
  );
  await harness.send('POST', `/person/${ana.personId}/erase`, WHY, { token: own.token });
  expect(await kept(subscriptionId)).toBe(false);
});
