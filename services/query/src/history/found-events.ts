import {
  HISTORY_KINDS,
  historyKindOf,
  historyTypesOf,
  type EventType,
  type HistoryKind,
} from '@lacre/contracts';
import { sql, type RawBuilder } from 'kysely';

import { countedOf, mostCounted, offsetOf, type CountedPage, type Page } from '../reading/paging.ts';
import { within, type Period } from '../reading/period.ts';
import type { Reader } from '../reading/read-models.ts';
import { namesFound, typesSaid, type FoundNames } from './found-names.ts';
import type { Place } from './tenant-history.ts';

export interface EventFilter extends Period {
  kind?: HistoryKind | undefined;
  /** The user or person who acted, or whom it changed. */
  personId?: string | undefined;
  processId?: string | undefined;
  search?: string | undefined;
}

/** A place with what the list is ordered by. */
export interface FoundPlace extends Place {
  at: Date;
  number: bigint;
}

type Condition = RawBuilder<unknown>;

/** A filter with what its search names. */
export interface ResolvedFilter {
  filter: EventFilter;
  found: (FoundNames & { types: EventType[] }) | undefined;
}

/** Looks up what the search names: once, whatever number of pages follows. */
export async function resolved(db: Reader, tenantId: string, filter: EventFilter): Promise<ResolvedFilter> {
  const { search } = filter;
  if (search === undefined || search.trim() === '') return { filter, found: undefined };
  return { filter, found: { ...(await namesFound(db, tenantId, search)), types: typesSaid(search) } };
}

/** One page of the events that fit, newest first, and how many there are, as far as they are counted. */
export async function eventPage(
  db: Reader,
  asked: ResolvedFilter,
  page: Page,
): Promise<{ places: FoundPlace[]; counted: CountedPage }> {
  const most = mostCounted(page);
  const last = offsetOf(page) + page.pageSize;
  const [counted, places] = await Promise.all([
    sql<{ total: bigint }>`select count(*) as total from (
      select 1 from (${foundEvents(asked, { limit: most + 1 })}) as found limit ${most + 1}) as counted`.execute(
      db,
    ),
    sql<FoundPlace>`select * from (${foundEvents(asked, { limit: last })}) as found
      order by at desc, number desc limit ${page.pageSize} offset ${offsetOf(page)}`.execute(db),
  ]);
  return { places: places.rows, counted: countedOf(page, counted.rows[0]) };
}

/** The events that fit and are older than one, newest first. */
export async function eventsBefore(
  db: Reader,
  asked: ResolvedFilter,
  before: FoundPlace | undefined,
  limit: number,
): Promise<FoundPlace[]> {
  const { rows } = await sql<FoundPlace>`select * from (${foundEvents(asked, { limit, before })}) as found
    order by at desc, number desc limit ${limit}`.execute(db);
  return rows;
}

interface Bounds {
  /** Of each branch: what lies beyond cannot come before what it gives. */
  limit: number;
  before?: FoundPlace | undefined;
}

/**
 * Events that fit, each once: at least the newest `limit` of them. Each branch reads one index in the order of the list,
 * and ends at the limit: the filter that leaves the least goes by its index, the others are looked at on the way.
 */
function foundEvents({ filter, found }: ResolvedFilter, bounds: Bounds): Condition {
  const { kind, personId, processId } = filter;
  const branch = branchOf(filter, bounds);
  if (processId !== undefined)
    return branch(undefined, [
      sql`process_id = ${processId}`,
      ...ofPerson(personId),
      ...ofKind(kind),
      ...(found === undefined ? [] : [isFound(found)]),
    ]);
  if (found !== undefined) return ofSearch(branch, filter, found);
  if (personId !== undefined) return byPerson(branch, personId, kindsOf(kind), []);
  if (kind !== undefined) return branch(ofTypes(historyTypesOf(kind)), [sql`type = of_type.name`]);
  return branch(undefined, []);
}

/** Of all that the search may mean, each by its index. */
function ofSearch(
  branch: Branch,
  { kind, personId }: EventFilter,
  found: NonNullable<ResolvedFilter['found']>,
): Condition {
  const each = (ids: readonly string[]) => sql`unnest(${ids}::uuid[]) as one (id)`;
  const eachKind = (ids: readonly string[]) => sql`${each(ids)} cross join ${ofKinds(kindsOf(kind))}`;
  const inKind = sql`kind = of_kind.name`;
  const person = ofPerson(personId);
  const types = found.types.filter((type) => kind === undefined || historyKindOf(type) === kind);
  const kinds = [...new Set(types.map(historyKindOf))];
  return union([
    branch(eachKind(found.people), [sql`actor_id = one.id`, inKind, ...person]),
    branch(eachKind([...found.people, ...found.companies]), [sql`subject_id = one.id`, inKind, ...person]),
    branch(each(found.processes), [sql`process_id = one.id`, ...person, ...ofKind(kind)]),
    personId === undefined
      ? branch(ofTypes(types), [sql`type = of_type.name`])
      : byPerson(branch, personId, kinds, [sql`type = any(${types}::text[])`]),
  ]);
}

const kindsOf = (kind: HistoryKind | undefined): readonly HistoryKind[] =>
  kind === undefined ? HISTORY_KINDS : [kind];
const ofKind = (kind: HistoryKind | undefined): Condition[] =>
  kind === undefined ? [] : [sql`kind = ${kind}`];
const ofPerson = (personId: string | undefined): Condition[] =>
  personId === undefined ? [] : [sql`(actor_id = ${personId} or subject_id = ${personId})`];

type Branch = (
  from: Condition | undefined,
  conditions: readonly Condition[],
  more?: readonly Condition[],
) => Condition;

/**
 * The newest rows of each row of `from`, up to the limit of each. What `more` says is looked at along the order of the
 * list, behind a fence (`offset 0`): the planner takes it for rare, and would sort all that the index has.
 */
function branchOf(filter: EventFilter, { limit, before }: Bounds): Branch {
  const bounds = [
    within('at', filter),
    ...(before === undefined
      ? []
      : [sql`(at, number) < (${before.at.toISOString()}::timestamptz, ${before.number}::bigint)`]),
  ];
  return (from, conditions, more = []) => {
    const where = sql.join([...conditions, ...bounds], sql` and `);
    const ordered = sql`from read.tenant_event where ${where} order by at desc, number desc`;
    const rows =
      more.length === 0
        ? sql`select number, at, stream, revision ${ordered} limit ${limit}`
        : sql`select number, at, stream, revision from (select * ${ordered} offset 0) fence
            where ${sql.join(more, sql` and `)} limit ${limit}`;
    return from === undefined
      ? sql`(${rows})`
      : sql`(select hit.* from ${from} cross join lateral (${rows}) hit)`;
  };
}

/** What a person did, and what was done to them. */
const byPerson = (
  branch: Branch,
  personId: string,
  kinds: readonly HistoryKind[],
  more: readonly Condition[],
): Condition =>
  union(
    ['actor_id', 'subject_id'].map((column) =>
      branch(ofKinds(kinds), [sql`${sql.ref(column)} = ${personId}`, sql`kind = of_kind.name`], more),
    ),
  );

const union = (branches: readonly Condition[]): Condition => sql.join(branches, sql` union `);

const ofKinds = (kinds: readonly string[]): Condition => sql`unnest(${kinds}::text[]) as of_kind (name)`;
const ofTypes = (types: readonly string[]): Condition => sql`unnest(${types}::text[]) as of_type (name)`;

const isFound = ({
  people,
  companies,
  processes,
  types,
}: NonNullable<ResolvedFilter['found']>): Condition => sql`(
  actor_id = any(${people}::uuid[]) or subject_id = any(${[...people, ...companies]}::uuid[])
  or process_id = any(${processes}::uuid[]) or type = any(${types}::text[]))`;
