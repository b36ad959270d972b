import type { Migration } from '@lacre/postgres';

/** Schema that holds the log. */
export const schema = 'event_store';

/**
 * Key of the advisory lock that every append holds, shared, from before it takes positions until it has ended. The
 * gap-safe reader finds the appends in flight by it.
 */
export const inFlightLock = { classId: 0x6c61_6372, objectId: 1 } as const;

/** How the expectation that is not a revision is given to the append function. */
export const noStreamCode = -1n;

/** What the append function answers for each append: for a wrong revision, where the stream is (-1 = nowhere). */
export interface AppendRow {
  /** `notTried`: one that it was to come after was not made. */
  outcome: 'appended' | 'wrongRevision' | 'idConflict' | 'notTried';
  last_revision: bigint;
  last_position: bigint;
}

/**
 * The append function takes several appends and decides each by itself: one that is refused does not touch the others,
 * but those that are to come after it. Its steps, in the order its promises need:
 *
 * 1. The streams' locks, in one order for all callers so that they cannot wait for each other in a circle. Appends to
 *    one stream go one after the other, appends to different streams do not wait.
 * 2. The in-flight mark, before the first position is taken; locks go only after the commit is visible.
 * 3. Known event ids: a retry gets its first answer, whatever it expects of the stream.
 * 4. The expected revision. A refused append takes no position and leaves no gap.
 * 5. The inserts, taking positions in order of the events. The sequence caches nothing: a session's cached range would
 *    hand out a position long after it was taken, which the mark does not cover.
 *
 * Each statement of a volatile function sees all that was committed before it, which steps 3 and 4 rely on when step 1
 * had to wait. So it must run at READ COMMITTED, and not in a prepared (two-phase) transaction, which drops the mark.
 *
 * Sequential scans are off in it: a plan made while the log was small would be kept while it grows.
 *
 * Text compares bytewise ("C"): index and prefix must not change with the machine's locale. `json`, not `jsonb`,
 * keeps what was written to the character, and takes every string that JSON can express.
 */
const createLog = `
create table ${schema}.events (
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
`;

interface AppendFunction {
  create: string;
  /** Whether an append's expectation is met, beside the revision's own. */
  meets: string;
  /** What else it is given. */
  given?: string;
  /** What comes before each append is looked at. */
  first?: string;
}

const appendFunction = ({ create, meets, given = '', first = '' }: AppendFunction) => `
-- Per append: stream, expectation, number of events. Per event, for all appends in turn: id, type, data, metadata.
${create} function ${schema}.append(
  p_streams text[], p_expected bigint[], p_sizes int[],
  p_ids uuid[], p_types text[], p_data text[], p_metadata text[]${given}
) returns table (outcome text, last_revision bigint, last_position bigint) language plpgsql volatile
set enable_seqscan = off as $$
declare
  first int;
  last int := 0;
  actual bigint;
  fits boolean;
begin
  perform pg_advisory_xact_lock(locks.key)
    from (select distinct hashtextextended(s.stream, ${inFlightLock.classId}) as key
            from unnest(p_streams) as s (stream) order by key) as locks;
  perform pg_advisory_xact_lock_shared(${inFlightLock.classId}, ${inFlightLock.objectId});

  for i in 1 .. cardinality(p_streams) loop
    first := last + 1;
    last := last + p_sizes[i];
${first}
    if exists (select from ${schema}.events e where e.event_id = any (p_ids[first:last])) then
      select case when count(*) = p_sizes[i] and min(e.revision - given.place) = max(e.revision - given.place)
                  then 'appended' else 'idConflict' end, max(e.revision), max(e.position)
        into outcome, last_revision, last_position
        from unnest(p_ids[first:last]) with ordinality as given (id, place)
        join ${schema}.events e on e.event_id = given.id and e.stream = p_streams[i];
      return next;
      continue;
    end if;

    select coalesce(max(e.revision), -1) into actual from ${schema}.events e where e.stream = p_streams[i];
    ${meets}
    outcome := case when fits then 'appended' else 'wrongRevision' end;
    if fits then
      for n in first .. last loop
        actual := actual + 1;
        insert into ${schema}.events (stream, revision, event_id, type, data, metadata)
          values (p_streams[i], actual, p_ids[n], p_types[n], p_data[n]::json, p_metadata[n]::json)
          returning position into last_position;
      end loop;
    end if;
    last_revision := actual;
    return next;
  end loop;
end $$;
`;
const createAppend = appendFunction({
  create: 'create',
  meets: `fits := case p_expected[i]
      when -2 then true
      when ${noStreamCode} then actual = -1
      when -3 then actual >= 0
      else actual = p_expected[i] end;`,
});

const MEETS_REVISION = 'fits := p_expected[i] = actual;';
const fixedExpectations = appendFunction({ create: 'create or replace', meets: MEETS_REVISION });

/**
 * Appends that come after the one before them in the arrays, and are made only where that was. A release that does not
 * give the last parameter makes each by itself, as before.
 */
const appendsInOrder = `drop function ${schema}.append(text[], bigint[], int[], uuid[], text[], text[], text[]);
${appendFunction({
  create: 'create',
  meets: MEETS_REVISION,
  given: ', p_follows boolean[] default null',
  first: `
    -- The outcome is still that of the append before.
    if p_follows[i] and outcome <> 'appended' then
      outcome := 'notTried';
      last_revision := -1;
      last_position := null;
      return next;
      continue;
    end if;
`,
})}`;

export const migrations: readonly Migration[] = [
  { id: '001-log', sql: `${createLog}${createAppend}` },
  { id: '002-fixed-expectations', sql: fixedExpectations },
  { id: '003-appends-in-order', sql: appendsInOrder },
];
