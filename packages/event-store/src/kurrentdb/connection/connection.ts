import { setTimeout as sleep } from 'node:timers/promises';

import type { EncodedEvent } from '../../append-rules.ts';
import { EventStoreUnavailable } from '../../errors.ts';
import type { Log } from '../../log.ts';
import {
  BatchAppends,
  neverMet,
  NoAnswer,
  WrongVersion,
  type AppendAnswer,
} from '../appending/batch-appends.ts';
import { findLeader } from './cluster.ts';
import type { ConnectionSettings } from './connection-string.ts';
import { endpointText, type Endpoint } from './endpoint.ts';
import { isDefinite, isOutage, portError } from './error-mapping.ts';
import { GrpcChannel, type GrpcCall } from './grpc-channel.ts';
import { GrpcError, status } from './grpc-error.ts';

/** How long things may take, milliseconds. */
export interface Timing {
  /** The first answer to a call, making the connection included. */
  answerMs: number;
  /** The answer to a barrier: the smallest write there is. */
  barrierMs: number;
  /** Without an answer to a write for so long, a barrier is asked for. */
  silenceMs: number;
}

/**
 * Within 8 s of a leader that hangs, a new one elected meanwhile must be in use: 2 s of silence or a call's first
 * answer, then a barrier, then the search for the leader.
 */
export const defaultTiming: Timing = { answerMs: 5000, barrierMs: 3000, silenceMs: 2000 };

/**
 * A server that did not answer, or took no connection, is not gone back to for this long: the others of a cluster go on
 * naming it the leader until they notice.
 */
const shunMs = { silent: 5000, away: 500 };

/** Calls on a link that is given up may end for so long. */
const retiredMs = 1000;

/**
 * A connection to the server that leads, proven by a barrier: a server that was elected and is not leader yet answers
 * reads, even those that require the leader, from a tail that the cluster may still discard, but takes no writes.
 */
export class Link {
  /** Each connection has a number of its own: what was only read on an earlier one may since be gone. */
  readonly generation: number;
  readonly endpoint: Endpoint;
  readonly #channel: GrpcChannel;
  readonly #appends: BatchAppends;
  #lastWriteAt = Date.now();

  constructor(generation: number, endpoint: Endpoint, settings: ConnectionSettings) {
    this.generation = generation;
    this.endpoint = endpoint;
    this.#channel = new GrpcChannel(endpoint, { tls: settings.tls, headers: callHeaders(settings) });
    this.#appends = new BatchAppends(this.#channel);
  }

  get closed(): Promise<Error> {
    return this.#channel.closed;
  }

  /** How long no write was answered. */
  get unprovenMs(): number {
    return Date.now() - this.#lastWriteAt;
  }

  /** How long nothing was heard at all. */
  get silentMs(): number {
    return this.#channel.silentMs;
  }

  call(path: string): GrpcCall {
    return this.#channel.call(path);
  }

  async append(
    stream: string,
    expected: 'noStream' | bigint,
    events: readonly EncodedEvent[],
    timeoutMs: number,
  ): Promise<AppendAnswer> {
    try {
      const answer = await this.#appends.append(stream, expected, events, timeoutMs);
      this.#lastWriteAt = Date.now();
      return answer;
    } catch (error) {
      if (error instanceof WrongVersion) this.#lastWriteAt = Date.now();
      throw error;
    }
  }

  /** Resolves when the server takes writes. Writes nothing: what it expects of the stream is never so. */
  async barrier(stream: string, timeoutMs: number): Promise<void> {
    try {
      await this.append(stream, neverMet, [barrierEvent], timeoutMs);
    } catch (error) {
      if (!(error instanceof WrongVersion)) throw error;
    }
  }

  close(reason: Error): void {
    this.#channel.close(reason);
  }
}

const barrierEvent: EncodedEvent = {
  id: '3e1c5a52-6d7e-4f0b-9c7b-0a5f6b1d2c90',
  type: 'Barrier',
  data: '{}',
  metadata: '{}',
};

export function callHeaders({
  tls,
  credentials,
  connectionName,
}: ConnectionSettings): Record<string, string> {
  const headers = { 'requires-leader': 'true', 'connection-name': connectionName };
  // A server without TLS has no users, and a password is not sent in the clear.
  if (!tls || !credentials) return headers;
  const { username, password } = credentials;
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  return { ...headers, authorization: `Basic ${basic}` };
}

/** Where calls get their link from, and say how it failed. */
export type Links = Pick<Connection, 'link' | 'failed'>;

/** Nothing but this link: for questions that precede its release to others. */
export const linksOf = (link: Link): Links => ({ link: () => Promise.resolve(link), failed: () => {} });

export interface ConnectionOptions {
  timing: Timing;
  barrierStream: string;
  log: Log;
  /** Every call waits until it resolves for a new link; where it rejects, the link is closed and the call gets that. */
  confirm?: (link: Link) => Promise<void>;
}

/** Keeps one link to the leader, makes the next when it breaks, and looks for silence while it is idle. */
export class Connection {
  readonly #settings: ConnectionSettings;
  readonly #timing: Timing;
  readonly #barrierStream: string;
  readonly #log: Log;
  readonly #confirm: (link: Link) => Promise<void>;
  readonly #closing = new AbortController();
  /** Servers to keep away from, and until when. */
  readonly #shunned = new Map<string, number>();
  #link: Link | undefined;
  #connecting: Promise<Link> | undefined;
  #generation = 0;
  /** Where a server that does not lead said the leader is. */
  #named: Endpoint | undefined;

  constructor(
    settings: ConnectionSettings,
    { timing, barrierStream, log, confirm = () => Promise.resolve() }: ConnectionOptions,
  ) {
    this.#settings = settings;
    this.#timing = timing;
    this.#barrierStream = barrierStream;
    this.#log = log;
    this.#confirm = confirm;
  }

  /** The link of now, or the next. @throws EventStoreUnavailable when there is none in time. */
  async link(): Promise<Link> {
    if (this.#link) return this.#link;
    if (this.#closing.signal.aborted)
      throw new EventStoreUnavailable(new Error('the event store was closed'));
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }

  /** What a call on `link` ended with. A fault of the connection or of who leads ends the link. */
  failed(link: Link, error: unknown): void {
    // One append that did not get through in the server's own time says nothing of the connection.
    if (!isOutage(error) || (error instanceof GrpcError && error.exception === 'timeout')) return;
    this.#noteLeader(error);
    this.#shun(link.endpoint, error);
    if (error instanceof GrpcError && !(error instanceof NoAnswer)) this.#retire(link, error);
    else this.#drop(link, error);
  }

  close(): void {
    this.#closing.abort();
    this.#link?.close(new EventStoreUnavailable(new Error('the event store was closed')));
    this.#link = undefined;
  }

  /** The server answered, with a refusal: what it took of other calls it may answer yet. */
  #retire(link: Link, error: Error): void {
    if (this.#link === link) this.#link = undefined;
    setTimeout(() => link.close(error), retiredMs).unref();
  }

  #drop(link: Link, error: unknown): void {
    if (this.#link === link) this.#link = undefined;
    link.close(error instanceof Error ? error : new Error(String(error)));
  }

  /** In a cluster it goes on until there is a leader or time is up; a single server is asked once. */
  async #connect(): Promise<Link> {
    const giveUpAt = Date.now() + this.#timing.answerMs;
    for (;;) {
      try {
        return await this.#attempt(giveUpAt);
      } catch (error) {
        const over = Date.now() + this.#settings.discoveryIntervalMs >= giveUpAt;
        const again = this.#settings.cluster || this.#named !== undefined;
        const mayPass = error instanceof EventStoreUnavailable || !isDefinite(error);
        if (over || !again || !mayPass || this.#closing.signal.aborted) throw portError(error);
      }
      await sleep(this.#settings.discoveryIntervalMs);
    }
  }

  async #attempt(giveUpAt: number): Promise<Link> {
    const endpoint = await this.#leader();
    const link = new Link(++this.#generation, endpoint, this.#settings);
    try {
      await link.barrier(this.#barrierStream, Math.min(this.#timing.barrierMs, giveUpAt - Date.now()));
    } catch (error) {
      this.#shun(endpoint, error);
      this.#noteLeader(error);
      link.close(error as Error);
      throw error;
    }
    await this.#confirm(link).catch((error: unknown) => {
      link.close(error as Error);
      throw error;
    });
    if (this.#closing.signal.aborted) link.close(new Error('closed'));
    else this.#link = link;
    void link.closed.then((reason) => this.#drop(link, reason));
    void this.#watch(link);
    return link;
  }

  async #leader(): Promise<Endpoint> {
    const shunned = new Set<string>();
    for (const [endpoint, until] of this.#shunned) {
      if (Date.now() < until) shunned.add(endpoint);
      else this.#shunned.delete(endpoint);
    }
    const named = this.#named;
    this.#named = undefined;
    if (named && !shunned.has(endpointText(named))) return named;
    const [only] = this.#settings.hosts;
    return this.#settings.cluster || !only ? findLeader(this.#settings, shunned) : only;
  }

  /** Not one that answered, be it with a refusal: a leader that is not ready yet soon will be. */
  #shun(endpoint: Endpoint, error: unknown): void {
    if (error instanceof GrpcError && !(error instanceof NoAnswer)) return;
    const forMs = error instanceof NoAnswer ? shunMs.silent : shunMs.away;
    this.#shunned.set(endpointText(endpoint), Date.now() + forMs);
  }

  #noteLeader(error: unknown): void {
    if (!(error instanceof GrpcError) || error.exception !== 'not-leader') return;
    const address = error.facts['leader-endpoint-host'];
    const port = Number(error.facts['leader-endpoint-port']);
    if (address !== undefined && port > 0) this.#named = { address, port };
  }

  /** A connection that hangs, and a server that no longer leads, show when a write is not answered. */
  async #watch(link: Link): Promise<void> {
    const { silenceMs, barrierMs } = this.#timing;
    while (this.#link === link) {
      await sleep(silenceMs, undefined, { ref: false, signal: this.#closing.signal }).catch(() => {});
      if (this.#link !== link) return;
      if (link.unprovenMs < silenceMs) continue;
      try {
        await link.barrier(this.#barrierStream, barrierMs);
      } catch (error) {
        if (this.#link !== link) return;
        // Busy with what it sends us: it is there, and one that no longer leads would say so.
        if (error instanceof NoAnswer && link.silentMs < barrierMs) continue;
        this.#log.warn({ err: error }, 'the event store does not answer; its connection is made again');
        this.failed(link, isOutage(error) ? error : new GrpcError(status.UNAVAILABLE, String(error)));
      }
    }
  }
}
