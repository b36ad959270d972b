import { request, type IncomingMessage } from 'node:http';

import { buildPageApp } from '@lacre/page';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MAX_BODY_MB } from './bodies.ts';
import { routedOperations } from './route-table.ts';
import { startBackends, type Backends, type Seen } from './testing/backends.ts';
import { startCaddy, startNginx, type Proxy } from './testing/proxies.ts';

const MIB = 1024 * 1024;
const operations = routedOperations();

/** Answers of the page as `infra/local` and the service of its own give them. */
const PAGES = ['/login', '/api/docs', '/api/openapi.json', '/.well-known/security.txt', '/nada.js'];

/** Headers of which each connection, or each request, has its own. */
const OF_A_CONNECTION = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'x-request-id',
]);

let backends: Backends;
beforeAll(async () => {
  backends = await startBackends();
});
afterAll(() => backends.close());

/** What the path is to be sent on as it is. */
const exampleOf = (path: string): string => path.replaceAll(/\{\w+\}/g, 'x1.y-%C3%A9');

describe.each([
  ['nginx', startNginx],
  ['Caddy', startCaddy],
])('%s, by what is generated', (_name, start) => {
  let proxy: Proxy;
  beforeAll(async () => {
    proxy = await start(backends.ports);
  });
  afterAll(() => proxy.close());

  const seen = async (method: string, url: string, headers: Record<string, string> = {}): Promise<Seen> => {
    const answer = await fetch(`${proxy.origin}${url}`, { method, headers });
    return (await answer.json()) as Seen;
  };

  it('sends every operation, with its query, to the service that has it', async () => {
    const wrong: unknown[] = [];
    for (const { name, method, path, service } of operations) {
      const url = `${exampleOf(path)}?a=1&b=%2F`;
      const got = await seen(method, url);
      if (got.service !== service || got.url !== url || got.method !== method) wrong.push([name, got]);
    }
    expect(wrong).toEqual([]);
    expect(operations.length).toBeGreaterThan(150);
  });

  it('sends a HEAD where it sends the GET', async () => {
    for (const { method, path, service } of operations.filter((each) => each.method === 'GET')) {
      const answer = await fetch(`${proxy.origin}${exampleOf(path)}`, { method: 'HEAD' });
      expect([method, path, answer.headers.get('x-seen-by')]).toEqual(['GET', path, service]);
    }
  });

  it.each([
    ['GET', '/', 'page'],
    ['GET', '/login/andrade', 'page'],
    ['GET', '/assets/main-DHqA_dwk.js', 'page'],
    ['GET', '/api', 'page'],
    ['GET', '/api/docs', 'page'],
    ['GET', '/api/docs/static/index.html', 'page'],
    ['GET', '/api/openapi.json', 'page'],
    ['GET', '/.well-known/security.txt', 'page'],
    ['GET', '/api/nada', 'command'],
    ['PUT', '/api/person/x', 'command'],
    ['DELETE', '/api/dashboard', 'query'],
    ['GET', '/api/authority/root.crl', 'signer'],
    ['POST', '/api/authority/ocsp', 'signer'],
    ['GET', '/validate?code=ABCD', 'page'],
    ['GET', '/validate?code=ABCD&_format=application%2Fvalidador-iti%2Bjson', 'signer'],
    ['GET', '/validate?_format=application/validador-iti%2Bjson&code=ABCD&_secretCode=x', 'signer'],
  ])('sends %s %s to %s', async (method, url, service) => {
    const got = await seen(method, url);
    expect([got.service, got.url]).toEqual([service, url]);
  });

  it.each([
    '/.well-known/api-token',
    '/.well-known/jwks.json',
    '/api-token',
    '/metrics',
    '/livez',
    '/readyz',
  ])('leaves %s to the page, which has no such address: no service is asked for it', async (url) => {
    expect((await seen('GET', url)).service).toBe('page');
    expect((await seen('POST', url)).service).toBe('page');
  });

  it('passes the caller’s address and host on, and drops what the caller claims of either', async () => {
    const { headers } = await seen('GET', '/api/user/current', {
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=198.51.100.1',
    });
    // The last is what the proxy saw: TRUSTED_PROXIES=1 believes that one alone.
    expect(headers['x-forwarded-for']?.toString().split(/, */).at(-1)).toBe('127.0.0.1');
    expect(headers.host).toBe(new URL(proxy.origin).host);
    expect([headers['x-forwarded-host'], headers['forwarded']].join('')).not.toMatch(/evil|198/);
  });

  it('passes an upload on while it comes', async () => {
    const first = backends.firstPart('signer');
    const answered = Promise.withResolvers<IncomingMessage>();
    const upload = request(`${proxy.origin}/api/upload`, { method: 'POST' }, answered.resolve);
    upload.on('error', answered.reject);
    upload.write(Buffer.alloc(64 * 1024));
    // The service has seen a part of what the sender has not finished.
    expect(await first).toBeGreaterThan(0);
    upload.end(Buffer.alloc(40 * MIB));
    const text = Buffer.concat(await Array.fromAsync(await answered.promise)).toString();
    expect(JSON.parse(text)).toMatchObject({ service: 'signer', bytes: 40 * MIB + 64 * 1024 });
  });

  it('ends a body that no service would take', async () => {
    const body = Buffer.alloc(MAX_BODY_MB * MIB + 1);
    const answer = await fetch(`${proxy.origin}/api/upload`, { method: 'POST', body }).then(
      ({ status }) => status,
      () => 'ended',
    );
    // Caddy before 2.7 says 502.
    expect([413, 502, 'ended']).toContain(answer);
  });

  it('changes no header of the page', async () => {
    const app = await buildPageApp({
      logger: pino({ level: 'silent' }),
      trustedProxies: 1,
      publicUrl: 'https://assina.example',
      vlibrasUrl: null,
      contact: 'mailto:seguranca@assina.example',
    });
    const direct = await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = new URL(direct);
    const before = await start({ ...backends.ports, page: Number(port) });
    try {
      for (const path of PAGES) {
        const accept = path.endsWith('.js') ? '*/*' : 'text/html';
        const ask = async (origin: string) =>
          (await fetch(`${origin}${path}`, { headers: { accept } })).headers;
        const [own, proxied] = [await ask(direct), await ask(before.origin)];
        expect(own.get('strict-transport-security'), path).toContain('max-age');
        const kept = [...own].filter(([name]) => !OF_A_CONNECTION.has(name));
        expect(Object.fromEntries(kept.map(([name]) => [name, proxied.get(name)])), path).toEqual(
          Object.fromEntries(kept),
        );
      }
    } finally {
      await before.close();
      await app.close();
    }
  });
});
