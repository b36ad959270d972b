import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';

import { listenLocally } from '@lacre/test-support';
import { afterEach, expect, it } from 'vitest';

import { createHttpSmsGateway } from './http-gateway.ts';
import { SmsNotSent } from './port.ts';

const message = { messageId: 'code.1', to: '+5511987654321', text: 'Lacre: seu código é 123456.' };
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A gateway that answers `status`, or nothing. */
async function gateway(status: number | undefined, headers: Record<string, string> = {}) {
  const requests: { headers: IncomingHttpHeaders; body: unknown }[] = [];
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      requests.push({ headers: request.headers, body: JSON.parse(text) });
      if (status !== undefined) response.writeHead(status, headers).end('{}');
    });
  });
  return { url: `http://127.0.0.1:${await listenLocally(server)}/sms`, requests };
}

it('hands the message over with its id and the token', async () => {
  const { url, requests } = await gateway(202);
  await createHttpSmsGateway({ url, token: 'segredo' }).send(message);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.body).toEqual({ to: message.to, text: message.text });
  expect(requests[0]?.headers).toMatchObject({
    'idempotency-key': 'code.1',
    authorization: 'Bearer segredo',
    'content-type': 'application/json',
  });
});

it.each([400, 401, 429, 500, 503])('fails as not sent when the gateway answers %i', async (status) => {
  const { url } = await gateway(status);
  await expect(createHttpSmsGateway({ url }).send(message)).rejects.toThrow(SmsNotSent);
});

it('follows no redirect', async () => {
  const { url, requests } = await gateway(307, { location: 'http://127.0.0.1:9/' });
  await expect(createHttpSmsGateway({ url, token: 'segredo' }).send(message)).rejects.toThrow(SmsNotSent);
  expect(requests).toHaveLength(1);
});

it('waits no longer than its time-out, and not at all for an unreachable gateway', async () => {
  const { url } = await gateway(undefined);
  await expect(createHttpSmsGateway({ url, timeoutMs: 100 }).send(message)).rejects.toThrow(SmsNotSent);
  await expect(createHttpSmsGateway({ url: 'http://127.0.0.1:9/' }).send(message)).rejects.toThrow(
    SmsNotSent,
  );
});
