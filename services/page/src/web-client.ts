import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import { answerNotFound } from '@lacre/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * No inline script or style, no other origin (CSP Level 3); WebAssembly and blob workers are what pdf.js needs.
 * Frames are only the mailbox's own.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** As the build names them, all in one folder. */
const ASSET = /^[\w-][\w.-]*$/;

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
};

/**
 * A page the client's router knows or says it does not know, the sign-in page with its screen drawn in it
 * (web/vite/prerender.ts); anything else that is missing is a problem.
 */
export function answerPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { accept = '' } = request.headers;
  // Who takes anything at an address that is no file's is shown the page as well.
  const takesPage =
    accept.includes('text/html') || (accept.includes('*/*') && !/\.[^/]*$/.test(pathOf(request.url)));
  const wantsPage = request.method === 'GET' && takesPage;
  return wantsPage && !request.url.startsWith('/api/')
    ? reply.sendFile(pathOf(request.url) === '/login' ? 'login.html' : 'index.html')
    : answerNotFound(request, reply);
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** The built client: hashed assets for ever, the page itself never cached, unknown paths left to its router. */
export async function serveWebClient(app: FastifyInstance, folder: string): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(HEADERS))
      if (!reply.hasHeader(name)) void reply.header(name, value);
  });
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: true,
    cacheControl: false,
    setHeaders: (reply: FastifyReply, path: string) => {
      const hashed = path.startsWith(join(folder, 'assets'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  } as Parameters<typeof app.register>[1]);
  // The wildcard route lists the folder on each request, to compare names; there are hundreds of assets, all public.
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const name = request.params['*'];
    return ASSET.test(name) ? reply.sendFile(`assets/${name}`) : answerPage(request, reply);
  });
}
