import { isIP } from 'node:net';

import { answerNotFound } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

/**
 * What the widget may do, which is code of others: run and fetch from its own host and hosts below it, and nothing else.
 * `sandbox` without `allow-same-origin` gives the frame an opaque origin, also where it is opened by itself: no
 * cookie, no storage and no answer of the platform is its to read. WebAssembly and `blob:` are what its player needs;
 * scripts within its markup, by which it would fetch analytics of others, are not.
 */
function policyFor(vlibrasUrl: string): string {
  const { protocol, host, hostname } = new URL(vlibrasUrl);
  const own = `${protocol}//${host}`;
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname !== 'localhost';
  const hosts = isName ? `${own} ${protocol}//*.${host}` : own;
  return [
    "default-src 'none'",
    `script-src 'self' ${hosts} blob: 'unsafe-eval' 'wasm-unsafe-eval'`,
    `style-src ${hosts} 'unsafe-inline'`,
    `img-src ${hosts} data: blob:`,
    `font-src ${hosts} data:`,
    `media-src ${hosts} data: blob:`,
    `connect-src ${hosts} data: blob:`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The elements that VLibras' manual asks for, and the text that it is to show (web/public/libras-frame.js). */
const frameOf = (vlibrasUrl: string): string => `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>VLibras</title>
    <style>
      body { margin: 0; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1b1b2f; background: #fff; }
    </style>
  </head>
  <body>
    <p id="text"></p>
    <div vw class="enabled">
      <div vw-access-button class="active"></div>
      <div vw-plugin-wrapper><div class="vw-plugin-top-wrapper"></div></div>
    </div>
    <script src="/libras-frame.js" data-vlibras="${escaped(vlibrasUrl)}"></script>
  </body>
</html>
`;

/**
 * `/libras`: the widget of VLibras in a page of its own, for a frame of the signer's page.
 * @param vlibrasUrl null where none is offered: there is no such page then
 */
export function serveSignLanguage(app: FastifyInstance, vlibrasUrl: string | null): void {
  if (vlibrasUrl === null) {
    app.get('/libras', answerNotFound);
    return;
  }
  const [page, policy] = [frameOf(vlibrasUrl), policyFor(vlibrasUrl)];
  app.get('/libras', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': policy,
        'permissions-policy': 'camera=(), geolocation=(), microphone=()',
        // The widget's host learns which site asks, never whose invitation.
        'referrer-policy': 'strict-origin',
      })
      .send(page),
  );
}
