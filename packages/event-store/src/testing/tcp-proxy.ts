import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

import { listenLocally } from '@lacre/test-support';

/**
 * Stands between a client and a server, to lose an answer: what the client sent has reached the server,
 * what the server says never reaches the client, whose connection breaks.
 */
export class TcpProxy {
  readonly #server: Server;
  readonly #pairs = new Set<[Socket, Socket]>();
  #loseAnswerTo: string | undefined;

  constructor(targetPort: number, targetHost = '127.0.0.1') {
    this.#server = createServer((client) => {
      const upstream = connect(targetPort, targetHost);
      const pair: [Socket, Socket] = [client, upstream];
      this.#pairs.add(pair);
      let losing = false;
      client.on('data', (chunk) => {
        if (this.#loseAnswerTo !== undefined && chunk.includes(this.#loseAnswerTo)) {
          this.#loseAnswerTo = undefined;
          losing = true;
        }
        upstream.write(chunk);
      });
      upstream.on('data', (chunk) => {
        if (losing) client.destroy();
        else client.write(chunk);
      });
      for (const [from, to] of [pair, pair.toReversed() as [Socket, Socket]]) {
        from.on('error', () => {});
        from.on('close', () => {
          to.destroy();
          this.#pairs.delete(pair);
        });
      }
    });
  }

  /** Listens on a free port of 127.0.0.1 and returns it. */
  async start(): Promise<number> {
    return listenLocally(this.#server);
  }

  /** The answer to the next request that contains `text` is lost, and the connection with it. */
  loseAnswerTo(text: string): void {
    this.#loseAnswerTo = text;
  }

  /** Breaks every connection there is; new ones are taken. */
  dropAll(): void {
    for (const [client, upstream] of this.#pairs) {
      client.destroy();
      upstream.destroy();
    }
  }

  async stop(): Promise<void> {
    this.dropAll();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
