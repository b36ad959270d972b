import { connect, type Socket } from 'node:net';

export interface SilenceLimits {
  /** How long a connection may bring nothing while an answer is awaited before its server is asked. Default 10 s. */
  silentMs?: number;
  /** How long the server may take to say that it is there, each of the two times it is asked. Default 5 s. */
  answerMs?: number;
  /** How often the connections are looked at. Default 2 s. */
  lookEveryMs?: number;
}

interface Awaited {
  bytesRead: number;
  /** When something came last, as far as was looked. */
  heardAtMs: number;
}

/** `SSLRequest` of the protocol, which every server answers by a byte before it knows who asks. */
const IS_THERE = Buffer.from('0000000804d2162f', 'hex');
/** No such network or machine. Every other error is an answer of the machine's. */
const UNREACHABLE = new Set(['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ETIMEDOUT']);

/** The machine of the database does not answer any more. The code is that of a connection the system gave up. */
class ServerSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(address: string) {
    super(`the database at ${address} does not answer`);
  }
}

/**
 * Ends half-open connections (RFC 9293, 3.5.1), whose server lost its power or its network. The system would
 * try to send to it for a quarter of an hour (tcp_retries2 of Linux). A statement may be silent for as long as it runs,
 * so the server is asked over a connection of its own: where it does not answer twice in a row, the connections that
 * still await an answer of it end with {@link ServerSilent}. Unix sockets need none of this.
 */
export class SilenceWatch {
  readonly #silentMs: number;
  readonly #answerMs: number;
  readonly #lookEveryMs: number;
  readonly #awaited = new Map<Socket, Awaited>();
  readonly #asked = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ silentMs = 10_000, answerMs = 5000, lookEveryMs = 2000 }: SilenceLimits = {}) {
    this.#silentMs = silentMs;
    this.#answerMs = answerMs;
    this.#lookEveryMs = lookEveryMs;
  }

  /** An answer is awaited, until {@link answered}. */
  awaits(socket: Socket): void {
    const isOver = socket.destroyed || (socket.pending && !socket.connecting);
    if (isOver || this.#awaited.has(socket)) return;
    this.#awaited.set(socket, { bytesRead: -1, heardAtMs: 0 });
    this.#timer ??= setInterval(() => this.#look(), this.#lookEveryMs).unref();
  }

  answered(socket: Socket): void {
    this.#awaited.delete(socket);
  }

  #look(): void {
    if (this.#awaited.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const nowMs = performance.now();
    const suspects = new Map<string, Socket>();
    for (const [socket, awaited] of this.#awaited) {
      if (socket.bytesRead !== awaited.bytesRead) {
        awaited.bytesRead = socket.bytesRead;
        awaited.heardAtMs = nowMs;
      }
      const server = serverOf(socket);
      if (server !== undefined && nowMs - awaited.heardAtMs >= this.#silentMs) suspects.set(server, socket);
    }
    for (const [server, socket] of suspects) if (!this.#asked.has(server)) void this.#ask(server, socket);
  }

  async #ask(server: string, { remoteAddress = '', remotePort = 0 }: Socket): Promise<void> {
    this.#asked.add(server);
    const isThere = () => answers(remoteAddress, remotePort, this.#answerMs);
    if (!((await isThere()) || (await isThere()))) this.#give(server);
    this.#asked.delete(server);
  }

  #give(server: string): void {
    for (const [socket, { bytesRead }] of this.#awaited)
      if (serverOf(socket) === server && socket.bytesRead === bytesRead)
        socket.destroy(new ServerSilent(server));
  }
}

const serverOf = ({ remoteAddress, remotePort }: Socket): string | undefined =>
  remoteAddress === undefined ? undefined : `${remoteAddress}:${remotePort}`;

async function answers(host: string, port: number, withinMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host, port });
  const late = setTimeout(() => resolve(false), withinMs);
  socket.on('connect', () => socket.write(IS_THERE));
  socket.on('data', () => resolve(true));
  socket.on('end', () => resolve(true));
  socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(!UNREACHABLE.has(code ?? '')));
  const isThere = await promise;
  clearTimeout(late);
  socket.destroy();
  return isThere;
}
