import { bareOf, type EventStore, type Position, type Seen } from '@lacre/event-store';
import { migrateKeys } from '@lacre/personal-data/postgres';
import type { ClientBase, Pool } from 'pg';

import { checkpointsIn, exists, PLACES } from './checkpoints.ts';
import type { LogPlace, MarkedStore } from './facts.ts';
import { gatherFacts, type Gathered } from './gather-facts.ts';
import { alone, migrateInstallation, noteEpoch, noteLog, noteSeen, noteStore } from './installation-table.ts';
import { judge, type FaultCode } from './judge.ts';
import { keysMark } from './keys-mark.ts';
import { beginEpoch, type Found } from './log-identity.ts';
import { NotNow } from './not-now.ts';
import { InstallationRefused, markStores, newEpoch } from './settle.ts';
import { lockOutWriters } from './writer-lock.ts';

export interface WholeLog {
  pool: Pool;
  /** The log itself: neither decrypted nor with epochs. */
  store: EventStore;
  place: LogPlace;
  stores: readonly MarkedStore[];
}

/** What `lacre log adopt` is for. */
const ADOPTABLE: readonly FaultCode[] = [
  'log-older',
  'log-unfinished',
  'log-cut',
  'log-moved',
  'database-before-adoption',
  'checkpoints-misplaced',
  'store-older',
  'database-behind',
];
/** What `lacre rebuild` is for. */
const REBUILDABLE: readonly FaultCode[] = ['database-before-adoption', 'checkpoints-misplaced'];

/**
 * The log as it stands is this installation's from here on, and what was read of it after its end is not: a new epoch
 * begins, places in the log that lie in it are kept, and what was derived from it is forgotten, to be built anew.
 *
 * Commit points: the event, then the database, then the marks. A crash between the first two leaves a database from
 * before the adoption, which the next start names; the next start marks what was not marked yet.
 *
 * @returns the epoch's name
 * @throws InstallationRefused when it is not this installation's; NotNow
 */
export function adoptLog(options: WholeLog, reason: string): Promise<string> {
  return whileStopped(options, ADOPTABLE, async (client, found, { facts, remembered }) => {
    const epoch = newEpoch();
    const previousEpoch = found.epochs.at(-1) ?? '';
    const { installationId } = found;
    const event = { installationId, epoch, previousEpoch, reason };
    const seen = await beginEpoch(options.store, event, found.last);
    await startOver(client, options, { epoch, seen });
    // The next start writes down by which address.
    if (remembered?.log.kind !== options.place.kind)
      await noteLog(client, { log: options.place, address: undefined });
    const marks = new Map(facts.stores.map(({ name, mark }) => [name, mark]));
    for (const store of facts.stores)
      if (store.mark !== undefined) await noteStore(client, store, store.mark);
    // At once, so that a copy from before is none of this epoch's, however often that one was marked.
    const marked = storesOf(options).filter(({ name }) => marks.get(name) !== undefined);
    await markStores(client, marked, { installationId, epoch });
    return epoch;
  });
}

/** What was derived from the log is forgotten, to be built anew. @throws as `adoptLog` does */
export function forgetDerived(options: WholeLog): Promise<void> {
  return whileStopped(options, REBUILDABLE, (client, { epochs, last }, { remembered }) => {
    const epoch = epochs.at(-1) ?? '';
    // What was seen stays known, unless it is of another history.
    const seen = remembered?.epoch === epoch ? (remembered.seen ?? last) : last;
    return startOver(client, options, { epoch, seen });
  });
}

const storesOf = ({ pool, stores }: WholeLog): MarkedStore[] => [keysMark(pool), ...stores];

async function whileStopped<Result>(
  options: WholeLog,
  allowed: readonly FaultCode[],
  work: (client: ClientBase, found: Found, gathered: Gathered) => Promise<Result>,
): Promise<Result> {
  const { pool } = options;
  await migrateKeys(pool);
  await migrateInstallation(pool);
  return alone(pool, async (client) => {
    const running = await lockOutWriters(client);
    if (running.length > 0)
      throw new NotNow(`o Lacre está em uso (${running.join(', ')}): encerre todos os processos antes`);
    const asked = { ...options, stores: storesOf(options) };
    const gathered = await gatherFacts(client, asked);
    const verdict = judge(gathered.facts);
    const faults = verdict.kind === 'refused' ? verdict.faults : [];
    const others = faults.filter(({ code }) => !allowed.includes(code));
    if (others.length > 0) throw new InstallationRefused(others);
    if (gathered.found === undefined)
      throw new NotNow('esta instalação ainda não tem identidade: inicie o Lacre antes, uma vez');
    return work(client, gathered.found, gathered);
  });
}

/** Commit point: all of it in one transaction. */
async function startOver(
  client: ClientBase,
  { store }: Pick<WholeLog, 'store'>,
  { epoch, seen }: { epoch: string; seen: Seen },
): Promise<void> {
  const head = await store.head();
  const checkpoints = await checkpointsIn(client);
  await client.query('begin');
  for (const { table, rows, rebuilt } of PLACES) {
    if (!(await exists(client, table))) continue;
    for (const filled of rows) await client.query(`delete from ${filled}`);
    const before = checkpoints.find(({ name }) => name === table)?.position;
    const isCarried = rebuilt === 'carried-on' && before !== undefined && head !== 'start';
    const place = isCarried ? `${epoch}.${carried(store, before, head)}` : null;
    await client.query(`update ${table} set position = $1`, [place]);
  }
  await forgetPositions(client);
  await noteEpoch(client, epoch);
  await noteSeen(client, seen);
  await client.query('commit');
}

const READ_MODELS = 'projector.checkpoint';
const ANSWERS = 'command.idempotency';
const SNAPSHOTS = 'command.credit_snapshot';

/**
 * What holds positions in its rows goes, in the caller's transaction: it is derived from the log, or spares work alone.
 */
export async function forgetPositions(client: ClientBase): Promise<void> {
  // Not read while all is stopped; the next start, or the caller, builds others.
  if (await exists(client, READ_MODELS)) await client.query(`update ${READ_MODELS} set state = 'retired'`);
  // Answers to requests whose facts may be gone: a cache, which nothing is doubled without.
  if (await exists(client, ANSWERS)) await client.query(`delete from ${ANSWERS}`);
  // Rests on events of another history: it would be passed over. Its reservations go with it.
  if (await exists(client, SNAPSHOTS)) await client.query(`truncate ${SNAPSHOTS} cascade`);
}

/** Where it was, if that is in this log; else its end: what it has not seen of another history is not made up for. */
function carried(store: Pick<EventStore, 'comparePositions'>, place: Position, head: Position): Position {
  try {
    return store.comparePositions(bareOf(place), head) <= 0 ? bareOf(place) : head;
  } catch {
    return head;
  }
}
