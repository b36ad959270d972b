import { bareOf, epochOf, eventsAfter, type EventStore, type Position } from '@lacre/event-store';
import { subjectsIn } from '@lacre/personal-data';
import type { ClientBase, Pool } from 'pg';

import { checkpointsIn, exists, misplacedIn } from './checkpoints.ts';
import type { Checkpoint, DatabaseFacts, Facts, LogPlace, MarkedStore, StoreFacts } from './facts.ts';
import { readIdentity, readStores, type Remembered } from './installation-table.ts';
import { identityIn, isThere, type Found } from './log-identity.ts';

export interface Asked {
  /** The log itself: neither decrypted nor with epochs. */
  store: EventStore;
  place: LogPlace;
  stores: readonly MarkedStore[];
}

export interface Gathered {
  facts: Facts;
  remembered: Remembered | undefined;
  found: Found | undefined;
}

/** Asks log, database and stores whose they are. Changes nothing. */
export async function gatherFacts(client: ClientBase | Pool, asked: Asked): Promise<Gathered> {
  const { store, place } = asked;
  // What the database remembers of the log is read before the log is: other processes go on meanwhile, and what they
  // remember later may lie after the end that was found.
  const [checkpoints, remembered] = [await checkpointsIn(client), await readIdentity(client)];
  const [head, found] = [await store.head(), await identityIn(store)];
  const log = { place, isEmpty: head === 'start', identity: found };
  const database = await databaseFacts(client, { asked, checkpoints, head, remembered, found });
  return { facts: { log, database, stores: await storeFacts(client, asked.stores) }, remembered, found };
}

interface Context {
  asked: Asked;
  checkpoints: readonly Checkpoint[];
  head: Position | 'start';
  remembered: Remembered | undefined;
  found: Found | undefined;
}

async function databaseFacts(
  client: ClientBase | Pool,
  { asked: { store, place }, checkpoints, head, remembered, found }: Context,
): Promise<DatabaseFacts> {
  const [first] = found?.epochs ?? [];
  const isFirst = first === undefined || first === remembered?.epoch;
  // Positions are written as the store writes them that the installation's log is in.
  const isItsKind = remembered === undefined || remembered.log.kind === place.kind;
  // Behind a server's filter a checkpoint may lie after our last event: only in the database are the two comparable.
  const end = isItsKind && place.kind === 'postgres' && head !== 'start' ? head : undefined;
  const placed = misplacedIn(checkpoints, store, { head: end, epoch: remembered?.epoch, isFirst });
  const isOurs = found !== undefined && found.installationId === remembered?.installationId;
  const seen = remembered?.seen;
  const mentions = checkpoints.find(({ name }) => name === 'personal_data.mention_place');
  const isAheadOfKeys = isOurs && isItsKind && place.kind === 'kurrentdb' && mentions !== undefined;
  const seenIsThere = !isOurs || seen === undefined || (await isThere(store, seen));
  // In the database itself the log is as old as the rest of it.
  const isComparable = isOurs && isItsKind && place.kind === 'kurrentdb' && seen !== undefined && seenIsThere;
  return {
    identity: remembered,
    isUsed: checkpoints.length > 0 || (await holdsKeys(client)),
    ...placed,
    seenIsThere,
    later: isComparable ? await laterThan(store, bareOf(seen.position)) : 'none',
    keysLacking:
      isAheadOfKeys &&
      !placed.misplaced.includes(mentions.name) &&
      epochOf(mentions.position) === found.epochs.at(-1)
        ? await keysLackingAfter(client, store, bareOf(mentions.position))
        : 0,
  };
}

const KEYS = 'personal_data.subject_key';

export async function holdsKeys(client: ClientBase | Pool): Promise<boolean> {
  if (!(await exists(client, KEYS))) return false;
  const { rows } = await client.query(`select from ${KEYS} limit 1`);
  return rows.length > 0;
}

/** The last event is written down within a second; no process that was killed leaves as much as this, milliseconds. */
const MOMENTS_MS = 60_000;

async function laterThan(store: EventStore, after: Position): Promise<DatabaseFacts['later']> {
  let firstMs: number | undefined;
  for await (const { recordedAt } of eventsAfter(store, after)) {
    firstMs ??= Date.parse(recordedAt);
    if (Date.parse(recordedAt) - firstMs > MOMENTS_MS) return 'more';
  }
  return firstMs === undefined ? 'none' : 'moments';
}

/** Of so many people at once it is asked whether their keys are there. */
const ASKED_AT_ONCE = 1000;

/**
 * A key is written before the events that need it, so that none is ever lacking in a database that is up to date; one
 * restored from earlier lacks them from anywhere after what it has seen on.
 */
async function keysLackingAfter(
  client: ClientBase | Pool,
  store: EventStore,
  after: Position,
): Promise<number> {
  const lacking = new Set<string>();
  const subjects = new Set<string>();
  const ask = async () => {
    const { rows } = await client.query<{ id: string }>(
      `select needed.id from unnest($1::uuid[]) as needed (id)
        where not exists (select from ${KEYS} where subject_id = needed.id)`,
      [[...subjects]],
    );
    for (const { id } of rows) lacking.add(id);
    subjects.clear();
  };
  for await (const event of eventsAfter(store, after)) {
    for (const subject of subjectsIn(event)) subjects.add(subject);
    if (subjects.size >= ASKED_AT_ONCE) await ask();
  }
  await ask();
  return lacking.size;
}

async function storeFacts(client: ClientBase | Pool, stores: readonly MarkedStore[]): Promise<StoreFacts[]> {
  const known = await readStores(client);
  return Promise.all(
    stores.map(async (store) => ({
      name: store.name,
      kind: store.kind,
      where: store.where,
      mark: await store.read(),
      known: known.get(store.name),
      holdsData: await store.holdsData(),
    })),
  );
}
