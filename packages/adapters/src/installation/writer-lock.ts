import { setTimeout as sleep } from 'node:timers/promises';

import { EventStoreUnavailable } from '@lacre/event-store';
import { sessionClient } from '@lacre/postgres';
import type { Client, ClientBase, Pool } from 'pg';
import type { Logger } from 'pino';

/** Two numbers of an advisory lock of the installation's database. */
const KEY = `hashtext('lacre'), hashtext('log-writers')`;
const HELD = `from pg_locks where locktype = 'advisory' and granted and objsubid = 2
  and classid = hashtext('lacre')::oid and objid = hashtext('log-writers')::oid
  and database = (select oid from pg_database where datname = current_database())`;

/** How often it is asked whether the lock is still held, and how long the answer may take, milliseconds. */
const ASKED_EVERY_MS = 5000;
const ANSWERED_WITHIN_MS = 5000;
/** How long an append waits for a lock that was lost. */
const WAITED_FOR_MS = 5000;
const RETRIED_AFTER_MS = 250;

class LockLost extends Error {
  override readonly name = 'LockLost';
}

/**
 * A shared advisory lock, held by every process that may append to the log, on a connection of its own that lives as
 * long. A process that moves, adopts or rebuilds the log holds the same one exclusively, so that it changes hands while
 * no process writes. Names of applications say nothing of that: an address may set them.
 *
 * A lock that was lost with its connection is taken again; until then, and until `onTaken` has resolved, it counts as
 * not held.
 */
export class WriterLock {
  readonly #pool: Pool;
  readonly #logger: Logger;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  #waiting = Promise.withResolvers<void>();
  /** Called each time the lock was taken, but for the first time that `take` waits for. */
  onTaken: () => Promise<void> = () => Promise.resolve();
  isHeld = false;

  constructor(pool: Pool, logger: Logger) {
    this.#pool = pool;
    this.#logger = logger;
  }

  /** Waits as long as another process holds the log exclusively. */
  async take(): Promise<void> {
    const client = await this.#connected();
    this.#running = this.#keep(client);
    this.#nowHeld();
  }

  /** @throws EventStoreUnavailable when it is not held in time */
  async held(): Promise<void> {
    if (this.isHeld) return;
    this.#running ??= this.#keep(undefined);
    const late = new AbortController();
    const time = sleep(WAITED_FOR_MS, 'late', { signal: late.signal, ref: false });
    time.catch(() => {});
    const outcome = await Promise.race([this.#waiting.promise, time]);
    late.abort();
    if (outcome === 'late')
      throw new EventStoreUnavailable(new LockLost('no lock to write with'), 'notReady');
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  #nowHeld(): void {
    this.isHeld = true;
    this.#waiting.resolve();
  }

  #nowLost(): void {
    if (this.isHeld) this.#waiting = Promise.withResolvers();
    this.isHeld = false;
  }

  async #keep(taken: Client | undefined): Promise<void> {
    const { signal } = this.#closing;
    let client = taken;
    while (!signal.aborted) {
      try {
        if (client === undefined) {
          client = await this.#connected();
          await this.#confirmed();
          this.#nowHeld();
        }
        await this.#watch(client);
      } catch (error) {
        if (!signal.aborted)
          this.#logger.warn({ err: error }, 'no lock to write to the log with; it is taken again');
      }
      this.#nowLost();
      await client?.end().catch(() => {});
      client = undefined;
      await sleep(RETRIED_AFTER_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #confirmed(): Promise<void> {
    try {
      await this.onTaken();
    } catch (error) {
      // The waiting process says why, instead of that it took too long.
      this.#waiting.promise.catch(() => {});
      this.#waiting.reject(error);
      this.#waiting = Promise.withResolvers();
      throw error;
    }
  }

  /** Connected, with the lock. */
  async #connected(): Promise<Client> {
    const { signal } = this.#closing;
    const client = sessionClient(this.#pool);
    const end = (): void => void client.end().catch(() => {});
    client.on('error', end);
    signal.addEventListener('abort', end);
    try {
      await client.connect();
      await client.query('set statement_timeout = 0');
      // As this process is called, whatever the address says.
      await client.query(`select set_config('application_name', $1, false)`, [
        this.#pool.options.application_name ?? 'lacre',
      ]);
      await client.query(`select pg_advisory_lock_shared(${KEY})`);
      await assertHeld(client);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  /** Rejects when the connection, or the lock that it had, is lost; resolves at the end. */
  async #watch(client: Client): Promise<void> {
    const { signal } = this.#closing;
    const lost = Promise.withResolvers<never>();
    const onLost = (error?: Error): void => {
      this.#nowLost();
      lost.reject(error ?? new LockLost('its connection ended'));
    };
    lost.promise.catch(() => {});
    client.on('error', onLost);
    client.on('end', () => onLost());
    while (!signal.aborted) {
      await Promise.race([sleep(ASKED_EVERY_MS, undefined, { signal, ref: false }), lost.promise]);
      const late = sleep(ANSWERED_WITHIN_MS, undefined, { signal, ref: false }).then(() => {
        throw new LockLost('its connection does not answer');
      });
      late.catch(() => {});
      await Promise.race([assertHeld(client), lost.promise, late]);
    }
  }
}

/** Behind a pooler that hands out another connection each time, it is not: it needs the server's own address. */
async function assertHeld(client: ClientBase): Promise<void> {
  const { rows } = await client.query(`select ${HELD} and pid = pg_backend_pid()`);
  if (rows.length === 0)
    throw new LockLost(
      'the connection holds no lock: behind a pooler, DATABASE_DIRECT_URL has to be the address of the server itself',
    );
}

/**
 * Takes the lock exclusively, for as long as the connection lives.
 *
 * @returns the processes that hold it instead; none once it is taken
 */
export async function lockOutWriters(client: ClientBase): Promise<string[]> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${KEY}) as taken`);
    if (rows[0]?.taken === true) return [];
    const holders = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
        where pid in (select pid ${HELD}) order by 1`,
    );
    // One that ended in between is none.
    if (holders.rows.length > 0) return holders.rows.map(({ name }) => name);
  }
}
