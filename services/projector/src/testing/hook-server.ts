import type { LookupAddress } from 'node:dns';
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';

import { listenLocally, portOf } from '@lacre/test-support';

/** Of no use but here: a key of tests, and its certificate for the name of this machine. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDgvtgYKho6FUH9PY
6zc8/MXg1LkwsHoliNxJQcHzaQWhRANCAARm7bMNlDxYS+FVjs74+74j5PVRTp4g
7/YrtRTXpQKYxGhwdM8zIgEUEz5VI96Fz3nuQuio+1zuFFu5OGl6QgpZ
-----END PRIVATE KEY-----
`;
export const HOOK_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUBerrqDq4ebbi/8G+u08RmWdeTLwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTIxNDQyOVoYDzIxMjYxMDI4
MjE0NDI5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARm7bMNlDxYS+FVjs74+74j5PVRTp4g7/YrtRTXpQKYxGhwdM8zIgEU
Ez5VI96Fz3nuQuio+1zuFFu5OGl6QgpZo2kwZzAdBgNVHQ4EFgQUMqTNG2ssEn2C
RcUZd2JpdVffjkYwHwYDVR0jBBgwFoAUMqTNG2ssEn2CRcUZd2JpdVffjkYwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgDXRodmGX2Jd+00yoiWwwPw0ka9ViVA+dH5mW1YM13cICIHVXe9LQ3QFq
AkJFM8o+4Z2UA+D+RFJNItITj8fNl/1G
-----END CERTIFICATE-----
`;

export const HOOK_NAME = 'ganchos.exemplo.com.br';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks, over HTTPS unless told otherwise. */
export async function startHookServer(
  answer: (received: Received, response: ServerResponse) => void = (_received, response) =>
    response.writeHead(204).end(),
  { tls = true }: { tls?: boolean } = {},
) {
  const received: Received[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      const one = { path: url, headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      answer(one, response);
    });
  };
  const server = tls
    ? https.createServer({ key: KEY, cert: HOOK_CERTIFICATE }, handle)
    : http.createServer(handle);
  await listenLocally(server);
  return {
    received,
    port: portOf(server),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

/** A resolver that answers each look-up with the next of the addresses given, the last one for ever. */
export function resolvingTo(...answers: string[][]): (hostname: string) => Promise<LookupAddress[]> {
  let asked = 0;
  return async () => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
}
