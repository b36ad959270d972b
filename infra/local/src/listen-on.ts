import { createServer, type Server } from 'node:net';

import type { FastifyInstance } from 'fastify';

/** A machine without IPv6 has no second loopback address to listen on. */
const WITHOUT_IPV6: ReadonlySet<string | undefined> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Listens on `host`; for `localhost` on both loopback addresses, because a browser may try either first
 * (RFC 6761 §6.3, RFC 8305 §4), and what another program serves at the other one would pass for the product.
 *
 * @returns what closes `app`, after the requests in flight on either address
 * @throws with `EADDRINUSE` when the port is taken at either
 */
export async function listenOn(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<() => Promise<void>> {
  if (host !== 'localhost') {
    await app.listen({ host, port });
    return () => app.close();
  }
  await app.listen({ host: '127.0.0.1', port });
  // As the server of Fastify is opened (`http.Server` documents injecting connections by this event).
  const beside = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit('connection', socket),
  );
  const isOpen = await opened(beside, (app.server.address() as { port: number }).port);
  return async () => {
    const ended = isOpen ? new Promise((resolve) => beside.close(resolve)) : undefined;
    await app.close();
    await ended;
  };
}

const opened = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      WITHOUT_IPV6.has(error.code) ? resolve(false) : reject(error),
    );
    server.listen({ host: '::1', port, ipv6Only: true }, () => resolve(true));
  });
