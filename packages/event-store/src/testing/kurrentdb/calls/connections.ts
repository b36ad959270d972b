import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

import { portOf } from '@lacre/test-support';

/** Clients of one process share their connections by address (grpc-js): a port had before may still have a dead one. */
const hadBefore = new Set<number>();

/**
 * The node's front door: takes connections on its public port and hands their bytes to the gRPC server behind it, so
 * that a test can hold the bytes back (a process that hangs answers no ping either) or break the connections.
 */
export class NodeConnections {
  #door: Server | undefined;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #frozen = false;

  /** Listens on 127.0.0.1 and returns the port. */
  async open(port: number, serverPort: number): Promise<number> {
    const door = createServer((client) => this.#take(client, connect(serverPort, '127.0.0.1')));
    door.listen(port, '127.0.0.1');
    await once(door, 'listening');
    const own = portOf(door);
    if (port === 0 && hadBefore.has(own)) {
      door.close();
      return this.open(port, serverPort);
    }
    hadBefore.add(own);
    this.#door = door;
    return own;
  }

  freeze(): void {
    this.#frozen = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  thaw(): void {
    this.#frozen = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  breakAll(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    this.#pairs.clear();
  }

  close(): void {
    this.#door?.close();
    this.#door = undefined;
    this.breakAll();
    this.#frozen = false;
  }

  #take(client: Socket, server: Socket): void {
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [server, client] as const]) {
      from.setNoDelay(true);
      from.on('data', (chunk) => {
        if (!to.write(chunk)) from.pause();
      });
      to.on('drain', () => {
        if (!this.#frozen) from.resume();
      });
      from.on('end', () => to.end());
      from.on('error', () => {});
      from.on('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
      if (this.#frozen) from.pause();
    }
  }
}
