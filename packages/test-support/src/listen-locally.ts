import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Lets a server listen on a free TCP port of 127.0.0.1. @returns the port */
export async function listenLocally(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return portOf(server);
}

/** The TCP port of a server that listens. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;
