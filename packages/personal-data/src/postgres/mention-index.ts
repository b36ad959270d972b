import type { EventStore, RecordedEvent } from '@lacre/event-store';
import { LogIndex } from '@lacre/event-store/log-index';
import type { Pool, PoolClient } from 'pg';

import { contractsMarking, type Marking } from '../marking.ts';
import type { Mention, MentionDifferences, Mentions } from '../port.ts';
import { subjectsIn } from '../sealed-event.ts';
import { schema } from './migrations.ts';
import { query } from './query.ts';

/**
 * Where in the log each person and user is spoken of: an index of the log, filled from its beginning, events from before
 * there were keys included.
 *
 * @param store the log itself, not decrypted: whom an event concerns is never encrypted.
 */
export function openMentionIndex(options: { pool: Pool; store: EventStore; marking?: Marking }): Mentions {
  return new MentionIndex(options.pool, options.store, options.marking ?? contractsMarking);
}

class MentionIndex implements Mentions {
  readonly #pool: Pool;
  readonly #index: LogIndex;
  readonly #marking: Marking;

  constructor(pool: Pool, store: EventStore, marking: Marking) {
    this.#pool = pool;
    this.#marking = marking;
    this.#index = new LogIndex({
      pool,
      store,
      placeTable: `${schema}.mention_place`,
      write: (client, events) => write(client, pairsIn(events, marking)),
    });
  }

  async streamsOf(subject: string): Promise<string[]> {
    await this.#index.catchUp();
    const rows = await query<{ stream: string }>(
      this.#pool,
      'streams',
      `select stream from ${schema}.mention where subject_id = $1 order by stream`,
      [subject],
    );
    return rows.map(({ stream }) => stream);
  }

  async among(streams: readonly string[], subjects: readonly string[]): Promise<string[]> {
    await this.#index.catchUp();
    const rows = await query<{ stream: string }>(
      this.#pool,
      'among',
      `select distinct m.stream from unnest($1::text[]) as asked (stream)
         join ${schema}.mention m on m.stream = asked.stream and m.subject_id = any ($2::uuid[])`,
      [streams, subjects],
    );
    return rows.map(({ stream }) => stream);
  }

  async differences(): Promise<MentionDifferences> {
    const { held: rows, events } = await this.#index.heldBeside(async (client) => {
      const found = await client.query<Mention>(
        `select subject_id::text as subject, stream from ${schema}.mention order by stream, subject_id`,
      );
      return found.rows;
    });
    const expected = new Map<string, Mention>();
    for await (const event of events)
      for (const [subject, stream] of pairsIn([event], this.#marking))
        expected.set(`${subject} ${stream}`, { subject, stream });
    const held = new Set(rows.map(({ subject, stream }) => `${subject} ${stream}`));
    return {
      expected: expected.size,
      missing: [...expected].flatMap(([pair, mention]) => (held.has(pair) ? [] : [mention])),
      extra: rows.filter(({ subject, stream }) => !expected.has(`${subject} ${stream}`)),
    };
  }

  follow(signal: AbortSignal, onFault: (error: unknown) => void): Promise<void> {
    return this.#index.follow(signal, onFault);
  }
}

type Pair = readonly [subject: string, stream: string];

function pairsIn(events: readonly RecordedEvent[], marking: Marking): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const event of events)
    for (const subject of [...subjectsIn(event), ...marking.contentOf(event).subjects])
      pairs.set(`${subject} ${event.stream}`, [subject, event.stream]);
  return [...pairs.values()];
}

async function write(client: PoolClient, pairs: readonly Pair[]): Promise<void> {
  await client.query(
    `insert into ${schema}.mention (subject_id, stream)
     select * from unnest($1::uuid[], $2::text[]) on conflict do nothing`,
    [pairs.map(([subject]) => subject), pairs.map(([, stream]) => stream)],
  );
}
