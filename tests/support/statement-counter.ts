import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What a database was asked in some time. */
export interface Asked {
  /** Statements executed, each once for every execution. */
  readonly statements: number;
  /** How often an answer was waited for: simple queries, and Sync messages of the extended protocol. */
  readonly roundTrips: number;
  /** The statements and how often each was executed, most often first. */
  readonly texts: readonly (readonly [text: string, times: number])[];
}

/** TLS (`SSLRequest`) and `GSSENCRequest` are refused by the server's one byte, and the start-up packet follows. */
const ENCRYPTION_REQUESTS = [80_877_103, 80_877_104];

/**
 * Stands between a product and its Postgres and counts what is asked, from the messages of the frontend/backend
 * protocol 3 (PostgreSQL documentation, 55.7): exact, and the same on a busy machine.
 */
export class StatementCounter {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #texts = new Map<string, number>();
  #roundTrips = 0;

  constructor(target: URL) {
    this.#server = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname);
      for (const socket of [client, upstream]) socket.setNoDelay(true);
      const read = this.#readerOf();
      client.on('data', (chunk) => {
        read(chunk);
        upstream.write(chunk);
      });
      upstream.on('data', (chunk) => client.write(chunk));
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => {});
        from.on('close', () => {
          to.destroy();
          this.#sockets.delete(from);
        });
      }
    });
  }

  /** The address of the same database by way of the counter, once it listens. */
  static async before(connectionString: string): Promise<{ counter: StatementCounter; url: string }> {
    const url = new URL(connectionString);
    const counter = new StatementCounter(new URL(connectionString));
    counter.#server.listen(0, '127.0.0.1');
    await once(counter.#server, 'listening');
    url.hostname = '127.0.0.1';
    url.port = String((counter.#server.address() as AddressInfo).port);
    return { counter, url: url.href };
  }

  /** What was asked since this was last called. */
  take(): Asked {
    const texts = [...this.#texts].sort(([, one], [, other]) => other - one);
    const asked = {
      statements: texts.reduce((sum, [, times]) => sum + times, 0),
      roundTrips: this.#roundTrips,
      texts,
    };
    this.#texts.clear();
    this.#roundTrips = 0;
    return asked;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #executed(text: string): void {
    this.#texts.set(text, (this.#texts.get(text) ?? 0) + 1);
  }

  /** Reads one connection's messages, in whatever pieces they come. */
  #readerOf(): (chunk: Buffer) => void {
    let buffered = Buffer.alloc(0);
    let started = false;
    const prepared = new Map<string, string>();
    const portals = new Map<string, string>();
    return (chunk) => {
      buffered = Buffer.concat([buffered, chunk]);
      while (!started && buffered.length >= 8) {
        const length = buffered.readInt32BE(0);
        if (buffered.length < length) return;
        started = !ENCRYPTION_REQUESTS.includes(buffered.readInt32BE(4));
        buffered = buffered.subarray(length);
      }
      while (started && buffered.length >= 5) {
        const length = 1 + buffered.readInt32BE(1);
        if (buffered.length < length) return;
        const body = buffered.subarray(5, length);
        const [first = '', second = ''] = texts(body);
        const kind = String.fromCharCode(buffered[0] ?? 0);
        if (kind === 'P') prepared.set(first, second);
        else if (kind === 'B') portals.set(first, prepared.get(second) ?? second);
        else if (kind === 'E') this.#executed(portals.get(first) ?? '?');
        else if (kind === 'Q') this.#executed(first);
        if (kind === 'Q' || kind === 'S') this.#roundTrips += 1;
        buffered = buffered.subarray(length);
      }
    };
  }
}

/** The first two strings of a message, each ended by a zero. */
function texts(body: Buffer): string[] {
  const first = body.indexOf(0);
  if (first < 0) return [];
  const second = body.indexOf(0, first + 1);
  return [body.toString('utf8', 0, first), second < 0 ? '' : body.toString('utf8', first + 1, second)];
}
