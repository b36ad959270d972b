import type { Migration } from '@lacre/postgres';

/** Schema that holds the log. */
export const schema = 'event_store';

/**
 * Key of the advisory lock that every append holds, shared, from before it takes positions until it has ended. The
 * gap-safe reader finds the appends in flight by it.
 */
export const inFlightLock = { classId: 0x6c61_6372, objectId: 1 } as const;

/** How an expectation that is not a revision is given to the append function. */
export const expectedCodes = { noStream: -1n, any: -2n, streamExists: -3n } as const;

/** What the append function answers: for a wrong revision, where the stream is (-1 = nowhere). */
export interface AppendRow {
  outcome: 'appended' | 'wrongRevision' | 'idConflict';
  last_revision: bigint;
  last_position: bigint;
}

/**
 * The append function's steps, in the order its promises need:
 *
 * 1. The stream's lock: appends to one stream go one after the other, appends to different streams do not wait.
 * 2. Known event ids: a retry gets its first answer, whatever it expects of the stream.
 * 3. The expected revision. A refused append ends here: it burns no position, leaves no gap, flushes no log.
 * 4. The in-flight mark, before the first position is taken; the lock goes only after the commit is visible.
 * 5. The insert, taking positions in order of the batch. The sequence caches nothing: a session's cached range would
 *    hand out a position long after it was taken, which the mark does not cover.
 *
 * Each statement of a volatile function sees all that was committed before it, which steps 2 and 3 rely on when step 1
 * had to wait. So it must run at READ COMMITTED, and not in a prepared (two-phase) transaction, which drops the mark.
 *
 * Text compares bytewise ("C"): index and prefix must not change with the machine's locale. `json`, not `jsonb`,
 * keeps what was written to the character, and takes every string that JSON can express.
 */
const createLog = `
create table events (
  position bigint generated always as identity (cache 1) primary key,
  stream text collate "C" not null,
  revision bigint not null,
  event_id uuid not null constraint events_event_id_key unique,
  type text collate "C" not null,
  data json not null,
  metadata json not null,
  recorded_at timestamptz not null default clock_timestamp(),
  constraint events_stream_revision_key unique (stream, revision)
);

create function append(
  p_stream text, p_expected bigint, p_ids uuid[], p_types text[], p_data text[], p_metadata text[],
  out outcome text, out last_revision bigint, out last_position bigint
) language plpgsql volatile set search_path = ${schema}, pg_temp as $$
declare
  actual bigint;
  first_known bigint;
  matching bigint;
  fits boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_stream, ${inFlightLock.classId}));

  if exists (select from events e where e.event_id = any (p_ids)) then
    select e.revision into first_known from events e where e.event_id = p_ids[1] and e.stream = p_stream;
    select count(*), max(e.revision), max(e.position) into matching, last_revision, last_position
      from unnest(p_ids) with ordinality as given (id, ordinal)
      join events e on e.event_id = given.id and e.stream = p_stream
       and e.revision = first_known + given.ordinal - 1;
    outcome := case when matching = cardinality(p_ids) then 'appended' else 'idConflict' end;
    return;
  end if;

  select coalesce(max(e.revision), -1) into actual from events e where e.stream = p_stream;
  fits := case p_expected
    when ${expectedCodes.any} then true
    when ${expectedCodes.noStream} then actual = -1
    when ${expectedCodes.streamExists} then actual >= 0
    else actual = p_expected end;
  if not fits then
    outcome := 'wrongRevision';
    last_revision := actual;
    return;
  end if;

  perform pg_advisory_xact_lock_shared(${inFlightLock.classId}, ${inFlightLock.objectId});
  with written as (
    insert into events (stream, revision, event_id, type, data, metadata)
    select p_stream, actual + given.ordinal, given.id, given.type, given.data::json, given.metadata::json
      from unnest(p_ids, p_types, p_data, p_metadata) with ordinality as given (id, type, data, metadata, ordinal)
     order by given.ordinal
    returning position
  )
  select 'appended', actual + cardinality(p_ids), max(written.position)
    into outcome, last_revision, last_position from written;
end $$;
`;

export const migrations: readonly Migration[] = [{ id: '001-log', sql: createLog }];
