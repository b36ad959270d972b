import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

import { byTcp } from '@lacre/postgres/testing';
import { listenLocally } from '@lacre/test-support';

/** A statement that was executed, once for every execution. */
export interface Statement {
  /** The `application_name` of whose it is. */
  application: string;
  text: string;
  /** When it was sent and when its answer was let through, in the order of all that was sent and let through. */
  sent: number;
  answered: number | undefined;
}

/** What a database was asked in some time, in order. */
export type Asked = readonly Statement[];

/**
 * How often the statements had to wait for the answer to one of them before the next was sent. Exact where answers take
 * their time: see {@link StatementCounter.answersAfterMs}.
 */
export function roundTripsOf(asked: Asked): number {
  let trips = 0;
  let together: Statement[] = [];
  for (const statement of asked) {
    const isNext = together.some(({ answered }) => answered !== undefined && answered < statement.sent);
    if (trips > 0 && !isNext) together.push(statement);
    else {
      trips += 1;
      together = [statement];
    }
  }
  return trips;
}

/** TLS (`SSLRequest`) and `GSSENCRequest` are refused by the server's one byte, and the start-up packet follows. */
const ENCRYPTION_REQUESTS = new Set([80_877_103, 80_877_104]);

/**
 * Stands between a product and its Postgres and counts what is asked, from the messages of the frontend/backend
 * protocol 3 (PostgreSQL documentation, 55.7): exact, and the same on a busy machine.
 */
export class StatementCounter {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #asked: Statement[] = [];
  #place = 0;
  /**
   * How far away the database is, milliseconds: what is sent together is then sent before the first answer. Default 0.
   */
  answersAfterMs = 0;

  constructor(target: URL) {
    this.#server = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname);
      for (const socket of [client, upstream]) socket.setNoDelay(true);
      const unanswered: Statement[] = [];
      const conversation = new Conversation((application, text) => {
        const statement = { application, text, sent: (this.#place += 1), answered: undefined };
        unanswered.push(statement);
        this.#asked.push(statement);
      });
      client.on('data', (chunk) => {
        conversation.hear(chunk);
        upstream.write(chunk);
      });
      this.#passOn(upstream, client, unanswered);
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
    const url = byTcp(connectionString);
    const counter = new StatementCounter(byTcp(connectionString));
    url.hostname = '127.0.0.1';
    url.port = String(await listenLocally(counter.#server));
    return { counter, url: url.href };
  }

  #passOn(upstream: Socket, client: Socket, unanswered: Statement[]): void {
    const held: Buffer[] = [];
    const letThrough = (): void => {
      for (const statement of unanswered.splice(0)) statement.answered = this.#place += 1;
      for (const chunk of held.splice(0)) client.write(chunk);
    };
    upstream.on('data', (chunk) => {
      held.push(chunk);
      if (held.length > 1) return;
      if (this.answersAfterMs === 0) letThrough();
      else setTimeout(letThrough, this.answersAfterMs);
    });
  }

  /** What was asked since this was last called. */
  take(): Asked {
    return this.#asked.splice(0);
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** What the client of one connection says, in whatever pieces it comes. */
class Conversation {
  readonly #onStatement: (application: string, text: string) => void;
  readonly #prepared = new Map<string, string>();
  readonly #portals = new Map<string, string>();
  /** As the client called itself when it began. */
  #application = '';
  /** What a client begins with has no letter before its length. */
  #isStarting = true;
  #buffered = Buffer.alloc(0);

  constructor(onStatement: (application: string, text: string) => void) {
    this.#onStatement = onStatement;
  }

  hear(chunk: Buffer): void {
    this.#buffered = Buffer.concat([this.#buffered, chunk]);
    while (this.#isStarting && this.#buffered.length >= 8) {
      const length = this.#buffered.readInt32BE(0);
      if (this.#buffered.length < length) return;
      this.#isStarting = ENCRYPTION_REQUESTS.has(this.#buffered.readInt32BE(4));
      const said = this.#buffered.toString('utf8', 8, length);
      this.#application = /(?:^|\0)application_name\0([^\0]*)/.exec(said)?.[1] ?? '';
      this.#buffered = this.#buffered.subarray(length);
    }
    while (!this.#isStarting && this.#buffered.length >= 5) {
      const length = 1 + this.#buffered.readInt32BE(1);
      if (this.#buffered.length < length) return;
      this.#understand(String.fromCharCode(this.#buffered[0] ?? 0), this.#buffered.subarray(5, length));
      this.#buffered = this.#buffered.subarray(length);
    }
  }

  #understand(kind: string, body: Buffer): void {
    const [first = '', second = ''] = stringsOf(body);
    if (kind === 'P') this.#prepared.set(first, second);
    else if (kind === 'B') this.#portals.set(first, this.#prepared.get(second) ?? second);
    else if (kind === 'E') this.#executes(this.#portals.get(first) ?? '');
    else if (kind === 'Q') this.#executes(first);
  }

  #executes(text: string): void {
    this.#onStatement(this.#application, text);
  }
}

/** The first two strings of a message, each ended by a zero. */
function stringsOf(body: Buffer): string[] {
  const first = body.indexOf(0);
  if (first < 0) return [];
  const second = body.indexOf(0, first + 1);
  return [body.toString('utf8', 0, first), second < 0 ? '' : body.toString('utf8', first + 1, second)];
}
