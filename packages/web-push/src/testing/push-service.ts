import { createPublicKey, randomUUID, verify } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';

import { listenLocally, portOf } from '@lacre/test-support';

import type { PushMessage } from '../push-request.ts';
import { browserKeys, decryptAsBrowser, type BrowserKeys } from './browser-keys.ts';

export interface Pushed {
  message: PushMessage;
  headers: http.IncomingHttpHeaders;
  /** Claims of the sender's token, whose signature is good. */
  claims: { aud?: unknown; sub?: unknown; exp?: number };
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
}

/** A push service on this machine, and the browsers that it delivers to. It takes what a real one would. */
export class PushService {
  readonly #browsers = new Map<string, { keys: BrowserKeys; pushed: Pushed[]; tries: number }>();
  readonly #server = http.createServer((request, response) => void this.#take(request, response));
  /** What it answers instead of 201, by try from 1. */
  answers: (tries: number) => Answer = () => ({ status: 201 });

  static async start(): Promise<PushService> {
    const service = new PushService();
    await listenLocally(service.#server);
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  /** A browser that subscribes: what it gives to the page, and what it was pushed so far. */
  browser() {
    const path = `/send/${randomUUID()}`;
    const keys = browserKeys();
    const browser = { keys, pushed: [] as Pushed[], tries: 0 };
    this.#browsers.set(path, browser);
    const subscription = { endpoint: `${this.origin}${path}`, p256dh: keys.p256dh, auth: keys.auth };
    return { subscription, pushed: browser.pushed, tries: () => browser.tries };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const browser = this.#browsers.get(request.url ?? '');
    if (browser === undefined) return void response.writeHead(404).end();
    browser.tries += 1;
    try {
      const claims = this.#claimsOf(request.headers.authorization ?? '');
      if (request.headers['content-encoding'] !== 'aes128gcm' || request.headers['ttl'] === undefined)
        throw new Error('no message of RFC 8030 and 8291');
      const { status, headers } = this.answers(browser.tries);
      if (status === 201) {
        const message = decryptAsBrowser(browser.keys, Buffer.concat(chunks)).toString('utf8');
        browser.pushed.push({
          message: JSON.parse(message) as PushMessage,
          headers: request.headers,
          claims,
        });
      }
      response.writeHead(status, headers).end();
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  }

  /** @throws Error when the token is not of its key, is over, or is for another service (RFC 8292) */
  #claimsOf(authorization: string): Pushed['claims'] {
    const { head, body, signature, k } =
      /^vapid t=(?<head>[\w-]+)\.(?<body>[\w-]+)\.(?<signature>[\w-]+), k=(?<k>[\w-]+)$/.exec(authorization)
        ?.groups ?? {};
    const point = Buffer.from(k ?? '', 'base64url');
    const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
      part.toString('base64url'),
    );
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const given = Buffer.from(signature ?? '', 'base64url');
    if (!verify('sha256', Buffer.from(`${head}.${body}`), { key, dsaEncoding: 'ieee-p1363' }, given))
      throw new Error('the token is not of its key');
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString()) as Pushed['claims'];
    const left = (claims.exp ?? 0) - Date.now() / 1000;
    if (claims.aud !== this.origin || left <= 0 || left > 86_400)
      throw new Error('the token is not for now and here');
    return claims;
  }
}
