import { setTimeout as sleep } from 'node:timers/promises';

import type { EventStore, Position, RecordedEvent } from '@lacre/event-store';
import type { Pool } from 'pg';

import { contractsMarking, type Marking } from '../marking.ts';
import type { Mentions } from '../port.ts';
import { subjectsIn } from '../sealed-event.ts';
import { schema } from './migrations.ts';
import { query } from './query.ts';

const PAGE_EVENTS = 1000;
const RESTART_MS = 1000;

/**
 * Where in the log each person and user is spoken of: an index of the log, filled from its beginning, events from before
 * there were keys included. Its rows and its place in the log move in one transaction; losing it costs reading the log
 * again.
 *
 * @param store the log itself, not decrypted: whom an event concerns is never encrypted.
 */
export function openMentionIndex(options: { pool: Pool; store: EventStore; marking?: Marking }): Mentions {
  return new MentionIndex(options.pool, options.store, options.marking ?? contractsMarking);
}

class MentionIndex implements Mentions {
  readonly #pool: Pool;
  readonly #store: EventStore;
  readonly #marking: Marking;
  #catchingUp: Promise<void> = Promise.resolve();

  constructor(pool: Pool, store: EventStore, marking: Marking) {
    this.#pool = pool;
    this.#store = store;
    this.#marking = marking;
  }

  async streamsOf(subject: string): Promise<string[]> {
    this.#catchingUp = this.#catchingUp.then(
      () => this.#catchUp(),
      () => this.#catchUp(),
    );
    await this.#catchingUp;
    const rows = await query<{ stream: string }>(
      this.#pool,
      'streams',
      `select stream from ${schema}.mention where subject_id = $1 order by stream`,
      [subject],
    );
    return rows.map(({ stream }) => stream);
  }

  async follow(signal: AbortSignal, onFault: (error: unknown) => void): Promise<void> {
    while (!signal.aborted) {
      try {
        const after = await this.#place();
        for await (const message of this.#store.subscribe({ after, signal, batchSize: PAGE_EVENTS }))
          if (message.kind === 'events') await this.#record(message.events);
      } catch (error) {
        if (signal.aborted) return;
        onFault(error);
        await sleep(RESTART_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Takes in everything recorded before the call. */
  async #catchUp(): Promise<void> {
    for (;;) {
      const events: RecordedEvent[] = [];
      const after = await this.#place();
      for await (const event of this.#store.readAll({ after, limit: PAGE_EVENTS })) events.push(event);
      await this.#record(events);
      if (events.length < PAGE_EVENTS) return;
    }
  }

  async #place(): Promise<Position | 'start'> {
    const rows = await query<{ position: Position | null }>(
      this.#pool,
      'mention_place',
      `select position from ${schema}.mention_place`,
      [],
    );
    return rows[0]?.position ?? 'start';
  }

  /** Commit point: pairs and place together. What another process has taken in already changes nothing. */
  async #record(events: readonly RecordedEvent[]): Promise<void> {
    const last = events.at(-1);
    if (last === undefined) return;
    const pairs = new Map<string, readonly [string, string]>();
    for (const event of events)
      for (const subject of this.#subjectsOf(event))
        pairs.set(`${subject} ${event.stream}`, [subject, event.stream]);
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ position: Position | null }>(
        `select position from ${schema}.mention_place for update`,
      );
      const known = rows[0]?.position ?? undefined;
      if (known === undefined || this.#store.comparePositions(last.position, known) > 0) {
        const all = [...pairs.values()];
        await client.query(
          `insert into ${schema}.mention (subject_id, stream)
           select * from unnest($1::uuid[], $2::text[]) on conflict do nothing`,
          [all.map(([subject]) => subject), all.map(([, stream]) => stream)],
        );
        await client.query(`update ${schema}.mention_place set position = $1`, [last.position]);
      }
      await client.query('commit');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  #subjectsOf(event: RecordedEvent): Set<string> {
    return new Set([...subjectsIn(event), ...this.#marking.contentOf(event).subjects]);
  }
}
