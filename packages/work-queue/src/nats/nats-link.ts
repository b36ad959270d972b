import { setTimeout as sleep } from 'node:timers/promises';

import type { NatsConnection } from '@nats-io/transport-node';

import type { FaultListener } from '../port.ts';

/** How long a call waits for a connection that is down. */
const OFFLINE_MS = 5000;
const ONLINE_CHECK_MS = 20;

export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/** A connection, and whether it is up at the moment. */
export class NatsLink {
  readonly connection: NatsConnection;
  readonly #onFault: FaultListener;
  readonly #onLost: () => void;
  readonly #waiting = new Set<(error: ConnectionLost) => void>();
  readonly #watching: Promise<void>;
  #online = true;

  /** `onLost` is called whenever the connection breaks. */
  constructor(connection: NatsConnection, onLost: () => void, onFault: FaultListener) {
    this.connection = connection;
    this.#onLost = onLost;
    this.#onFault = onFault;
    this.#watching = this.#watch();
  }

  get online(): boolean {
    return this.#online;
  }

  /**
   * What `request` gives, begun once the connection is up: the client drops what is sent while it is down.
   * Rejects when the connection breaks, instead of waiting for a time-out: an answer under way then is lost.
   *
   * @throws ConnectionLost
   */
  async call<T>(request: () => Promise<T>): Promise<T> {
    const deadlineMs = performance.now() + OFFLINE_MS;
    while (!this.#online) {
      if (performance.now() > deadlineMs) throw new ConnectionLost('No connection to NATS');
      await sleep(ONLINE_CHECK_MS);
    }
    return new Promise<T>((resolve, reject) => {
      this.#waiting.add(reject);
      void request()
        .then(resolve, reject)
        .finally(() => this.#waiting.delete(reject));
    });
  }

  async close(): Promise<void> {
    await this.connection.close();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') this.#lose(status.server);
      else if (status.type === 'reconnect') this.#online = true;
    }
  }

  #lose(server: string): void {
    this.#online = false;
    const error = new ConnectionLost(`Lost the connection to ${server}`);
    this.#onFault('the connection to NATS was lost', error);
    for (const reject of this.#waiting) reject(error);
    this.#onLost();
  }
}
