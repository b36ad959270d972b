import { subscribe } from 'node:diagnostics_channel';

import type { Span } from '@opentelemetry/api';

import { markFailed, startSpan } from './spans.ts';

/** What Node's own `fetch` (undici) says of a request on its diagnostics channels. */
interface Outgoing {
  method: string;
  origin: string | URL;
}

/**
 * A span for each request that the process sends by `fetch`. It has the server's name and port, and neither path nor
 * query, which may hold personal data; nothing is added to the request, since traces stay within the installation.
 */
export function traceOutgoingRequests(): void {
  const spans = new WeakMap<object, Span>();
  const end = (request: object, finish?: (span: Span) => void): void => {
    const span = spans.get(request);
    if (span === undefined) return;
    finish?.(span);
    span.end();
    spans.delete(request);
  };
  subscribe('undici:request:create', (message) => {
    const { request } = message as { request: Outgoing };
    const { hostname, port, protocol } = new URL(request.origin);
    const span = startSpan(request.method, {
      kind: 'client',
      attributes: {
        'http.request.method': request.method,
        'server.address': hostname,
        'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      },
    });
    if (span !== undefined) spans.set(request, span);
  });
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as { request: Outgoing; response: { statusCode: number } };
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', response.statusCode);
    if (response.statusCode >= 400) markFailed(span, undefined);
  });
  subscribe('undici:request:trailers', (message) => end((message as { request: Outgoing }).request));
  subscribe('undici:request:error', (message) => {
    const { request, error } = message as { request: Outgoing; error: unknown };
    end(request, (span) => markFailed(span, error));
  });
}
