import { expect, test } from 'vitest';

import { verifyWebhook, WebhookRejected, type WebhookFault } from './verify-webhook.ts';

// The example that the libraries of the Standard Webhooks specification are tested with.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"test": 2432232314}';
const now = 1_614_265_330_000;
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

async function faultOf(
  delivery: Partial<Parameters<typeof verifyWebhook>[1]>,
  { at = now, key = secret }: { at?: number; key?: string } = {},
): Promise<WebhookFault | undefined> {
  try {
    await verifyWebhook(key, { headers, body, ...delivery }, { now: at });
    return undefined;
  } catch (error) {
    if (error instanceof WebhookRejected) return error.fault;
    throw error;
  }
}

test('accepts a webhook signed with the secret, from either kind of headers', async () => {
  expect(await verifyWebhook(secret, { headers, body }, { now })).toEqual({ test: 2_432_232_314 });
  expect(await faultOf({ headers: new Headers(headers) })).toBe(undefined);
  expect(await faultOf({}, { key: secret.slice('whsec_'.length) })).toBe(undefined);
});

test('one good signature among several is enough: a secret is being replaced', async () => {
  const others = `v1,${btoa('x'.repeat(32))} v2,AAAA v1a,AAAA`;
  const signature = `${others} ${headers['webhook-signature']}`;
  expect(await faultOf({ headers: { ...headers, 'webhook-signature': signature } })).toBe(undefined);
  expect(await faultOf({ headers: { ...headers, 'webhook-signature': others } })).toBe('SIGNATURE_WRONG');
});

test('anything changed is refused', async () => {
  expect(await faultOf({ body: '{"test": 2432232315}' })).toBe('SIGNATURE_WRONG');
  expect(await faultOf({ headers: { ...headers, 'webhook-id': 'msg_outro' } })).toBe('SIGNATURE_WRONG');
  expect(await faultOf({ headers: { ...headers, 'webhook-timestamp': '1614265331' } })).toBe(
    'SIGNATURE_WRONG',
  );
  expect(await faultOf({}, { key: `whsec_${btoa('another secret of tests')}` })).toBe('SIGNATURE_WRONG');
  expect(await faultOf({ headers: { ...headers, 'webhook-signature': 'v1,não é base64' } })).toBe(
    'SIGNATURE_WRONG',
  );
});

test('so is a late repeat, or one from the future', async () => {
  expect(await faultOf({}, { at: now + 299_000 })).toBe(undefined);
  expect(await faultOf({}, { at: now + 301_000 })).toBe('TIMESTAMP_OUT_OF_RANGE');
  expect(await faultOf({}, { at: now - 301_000 })).toBe('TIMESTAMP_OUT_OF_RANGE');
  expect(await faultOf({ headers: { ...headers, 'webhook-timestamp': 'hoje' } })).toBe(
    'TIMESTAMP_OUT_OF_RANGE',
  );
});

test.each(Object.keys(headers))('rejects a webhook without %s', async (name) => {
  expect(await faultOf({ headers: { ...headers, [name]: undefined } })).toBe('HEADERS_MISSING');
});

test('reports a malformed secret', async () => {
  expect(await faultOf({}, { key: 'whsec_' })).toBe('SECRET_MALFORMED');
});
