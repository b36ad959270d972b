import { setTimeout as pause } from 'node:timers/promises';

import { escapeLiteral, type Pool, type PoolClient, type QueryResult } from 'pg';

import type { EventStore, Filter, Position, RecordedEvent } from './port.ts';

const PAGE_EVENTS = 500;
/** Before a follower that met a fault begins again, milliseconds. */
const RESTART_MS = 1000;
/** What comes within this time after events were written is written together, milliseconds. */
const REST_MS = 1000;
/** How old the written place of a follower may be that met nothing of its own since, milliseconds. */
const PLACE_EVERY_MS = 60_000;

export interface LogIndexOptions {
  pool: Pool;
  store: EventStore;
  /**
   * Table of one row, whose column `position` is how far in the log the index has come; null before its first event.
   */
  placeTable: string;
  /** Which events concern the index; all without it. */
  filter?: Filter;
  /** Writes what events mean, in log order, within the transaction; none of them was written before. */
  write: (client: PoolClient, events: readonly RecordedEvent[]) => Promise<void>;
}

/**
 * Rows in Postgres that are filled from the log, for lookups in it. They and the index's place
 * in the log move in one transaction, so that a crash neither loses nor repeats an event; any number of processes may
 * fill it at once. Losing it costs reading the log again.
 */
export class LogIndex {
  readonly #options: LogIndexOptions;
  /** What concerns the index up to here is written, whatever the written place says. */
  #known: Position | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(options: LogIndexOptions) {
    this.#options = options;
  }

  /** Takes in everything recorded before the call. Calls that come while another runs share the one after it. */
  catchUp(): Promise<void> {
    const begin = () => {
      this.#next = undefined;
      this.#running = this.#takeIn();
      return this.#running;
    };
    this.#next ??= this.#running.then(begin, begin);
    return this.#next;
  }

  /**
   * Follows the log until `signal` aborts, so that catching up is short; what fails is reported and tried again. Events
   * are written at most once a second, unless there are many.
   */
  async follow(signal: AbortSignal, onFault: (error: unknown) => void): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#follow(signal);
      } catch (error) {
        if (signal.aborted) return;
        onFault(error);
        await pause(RESTART_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { store, filter } = this.#options;
    const after = await this.#place();
    let placedAtMs = -Infinity;
    for await (const message of store.subscribe({ after, signal, ...(filter && { filter }) })) {
      if (message.position === undefined) continue;
      const events = message.kind === 'events' ? message.events : [];
      if (events.length > 0 || performance.now() - placedAtMs > PLACE_EVERY_MS) {
        await this.#record(events, message.position);
        placedAtMs = performance.now();
      }
      this.#known = message.position;
      if (events.length > 0 && events.length < PAGE_EVENTS)
        await pause(REST_MS, undefined, { signal }).catch(() => {});
    }
  }

  /**
   * What the index holds, as `read` sees it at one moment, and the log up to where the index had come then: for code
   * that checks the one against the other. Changes nothing.
   */
  async heldBeside<Held>(
    read: (client: PoolClient) => Promise<Held>,
  ): Promise<{ held: Held; events: AsyncIterable<RecordedEvent> }> {
    const { pool, placeTable } = this.#options;
    const client = await pool.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      const { rows } = await client.query<{ position: Position | null }>(
        `select position from ${placeTable}`,
      );
      const held = await read(client);
      await client.query('commit');
      client.release();
      return { held, events: this.#upTo(rows[0]?.position ?? undefined) };
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async *#upTo(place: Position | undefined): AsyncGenerator<RecordedEvent> {
    if (place === undefined) return;
    const { store, filter } = this.#options;
    for (let after: Position | 'start' = 'start'; ;) {
      let count = 0;
      for await (const event of store.readAll({ after, limit: PAGE_EVENTS, ...(filter && { filter }) })) {
        if (store.comparePositions(event.position, place) > 0) return;
        after = event.position;
        count += 1;
        yield event;
      }
      if (count < PAGE_EVENTS) return;
    }
  }

  async #takeIn(): Promise<void> {
    const { store, filter } = this.#options;
    for (;;) {
      const events: RecordedEvent[] = [];
      const after = await this.#place();
      const page = store.readAll({ after, limit: PAGE_EVENTS, ...(filter && { filter }) });
      for await (const event of page) events.push(event);
      const last = events.at(-1);
      if (last === undefined) return;
      await this.#record(events, last.position);
      if (events.length < PAGE_EVENTS) return;
    }
  }

  async #place(): Promise<Position | 'start'> {
    const { pool, placeTable, store } = this.#options;
    const known = this.#known;
    const { rows } = await pool.query<{ position: Position | null }>(`select position from ${placeTable}`);
    const written = rows[0]?.position ?? undefined;
    if (written === undefined) return 'start';
    return known !== undefined && store.comparePositions(known, written) > 0 ? known : written;
  }

  /** Commit point: the rows and the place together. What another has taken in already changes nothing. */
  async #record(events: readonly RecordedEvent[], position: Position): Promise<void> {
    const { pool, store, placeTable, write } = this.#options;
    const client = await pool.connect();
    try {
      const locked = `begin; select position from ${placeTable} for update`;
      const answers = (await client.query(locked)) as unknown as QueryResult<{ position: Position | null }>[];
      const known = answers.at(-1)?.rows[0]?.position ?? undefined;
      const isNew = (at: Position) => known === undefined || store.comparePositions(at, known) > 0;
      if (isNew(position)) {
        const fresh = events.filter((event) => isNew(event.position));
        if (fresh.length > 0) await write(client, fresh);
        await client.query(`update ${placeTable} set position = ${escapeLiteral(position)}; commit`);
      } else await client.query('commit');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
