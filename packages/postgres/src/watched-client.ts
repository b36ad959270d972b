import { Socket } from 'node:net';

import { Client, type ClientConfig } from 'pg';

import { gatherWrites } from './gather-writes.ts';
import { SilenceWatch } from './silence-watch.ts';

const ofProcess = new SilenceWatch();
/** When the system begins to ask whether the other side of a connection that says nothing is there: ten times, each second. */
const KEEP_ALIVE_MS = 10_000;

export interface WatchedClientConfig extends ClientConfig {
  /** The role's password as it is now, in place of the one in the address. Undefined: that one. */
  passwordNow?: (() => string | undefined) | undefined;
}

/**
 * A connection that ends within half a minute when its server's machine is gone without a word, whether it awaits an answer
 * ({@link SilenceWatch}) or not (TCP keep-alive).
 */
export class WatchedClient extends Client {
  constructor({ passwordNow, ...config }: WatchedClientConfig = {}, watch: SilenceWatch = ofProcess) {
    const socket = gatherWrites(new Socket());
    super({
      ...config,
      stream: () => socket,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    const password = passwordNow?.();
    if (password !== undefined) this.password = password;
    const [query, end] = [this.query.bind(this), this.end.bind(this)] as ((...given: unknown[]) => unknown)[];
    const watched =
      (send: ((...given: unknown[]) => unknown) | undefined) =>
      (...given: unknown[]): unknown => {
        watch.awaits(socket);
        return send?.(...given);
      };
    this.query = watched(query) as Client['query'];
    this.end = watched(end) as Client['end'];
    // Of the queries sent and queued, all.
    this.on('drain', () => watch.answered(socket));
    this.on('end', () => watch.answered(socket));
  }
}
