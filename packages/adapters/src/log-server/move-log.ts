import { streams } from '@lacre/contracts';
import type { EventStore, Position } from '@lacre/event-store';
import { bareOf } from '@lacre/event-store';
import { checkCopy, type CopyProgress, type LogFigures } from '@lacre/event-store/copy';
import { nestedPrefix, readConnectionString, type ForeignEvent } from '@lacre/event-store/kurrentdb';
import { migrateKeys } from '@lacre/personal-data/postgres';
import type { ClientBase, Pool } from 'pg';
import type { Logger } from 'pino';

import { faultOf } from '../engines/ask-engines.ts';
import { forgetPositions } from '../installation/adopt.ts';
import { exists, PLACES } from '../installation/checkpoints.ts';
import type { LogKind, LogPlace, MarkedStore } from '../installation/facts.ts';
import { gatherFacts, type Gathered } from '../installation/gather-facts.ts';
import {
  alone,
  migrateInstallation,
  noteEpoch,
  noteSeen,
  readIdentity,
} from '../installation/installation-table.ts';
import { judge } from '../installation/judge.ts';
import { keysMark } from '../installation/keys-mark.ts';
import { rememberedLogAddress } from '../installation/log-address.ts';
import { closeLog, identityIn, type Found } from '../installation/log-identity.ts';
import { logPlace, serverText } from '../installation/log-place.ts';
import { InstallationRefused, newEpoch, rememberLog } from '../installation/settle.ts';
import { nestedWords } from '../installation/words.ts';
import { lockOutWriters } from '../installation/writer-lock.ts';
import { openLogItself } from '../stores.ts';
import { copyEvents, differs, LogNotMoved, whereTo, type Logs } from './copy-events.ts';
import { withCopyTarget } from './copy-target.ts';
import { PassedOver } from './passed-over.ts';

export interface MoveOptions {
  pool: Pool;
  logger: Logger;
  /** What the names of streams begin with in KurrentDB. */
  prefix: string;
  masterKeys: readonly Buffer[];
  /** What else is of the installation; the keys of personal data always are. */
  stores: readonly MarkedStore[];
  /** Connection strings; undefined for the database. One of the two is. */
  from: string | undefined;
  to: string | undefined;
  onProgress?: (progress: CopyProgress) => void;
}

export interface MovedLog {
  figures: LogFigures;
  /** Events that the target lacked. */
  written: number;
  /** What others had written into its streams at their end, which is in the old log alone. */
  passedOver: readonly ForeignEvent[];
  to: LogPlace;
}

/**
 * Copies the log to another store, checks the copy, and makes it the installation's own. Below encryption: personal
 * data goes along as it is stored, and erased data stays erased. Ids, order and moments stay; positions are the
 * store's own, so a new epoch begins, in which no position of the old one is taken for a place.
 *
 * 1. The copy. A crash leaves a part of it, which the next call goes on with; the installation runs as before.
 * 2. The old log is closed by its last event. A crash leaves an installation that does not start, and says to go on.
 * 3. That event is copied, and the copy checked.
 * 4. Commit point: one transaction makes the copy the installation's log. After it the old one is refused.
 *
 * The same call again goes on wherever it was.
 *
 * @returns undefined when the log is there already
 *
 * @throws LogNotMoved
 * @throws InstallationRefused when the source is not this installation's whole log
 */
export async function moveLog(options: MoveOptions): Promise<MovedLog | undefined> {
  await migrateKeys(options.pool);
  await migrateInstallation(options.pool);
  if (await isOnServer(options)) return undefined;
  await assertServerFits(options);
  const passedOver = new PassedOver();
  const onForeign = (event: ForeignEvent): void => passedOver.note(event);
  const source = await openLogItself(options.from, { ...options, onForeign });
  try {
    const store = await openLogItself(options.to, options);
    try {
      return await withCopyTarget(options.to, { ...options, store }, (target) =>
        alone(options.pool, (client) => move(client, { source, target, passedOver }, options)),
      );
    } finally {
      await store.close();
    }
  } finally {
    await source.close();
  }
}

/**
 * Whether the log is on the server that it is to be copied to. What the database remembers says so: its commit is that of
 * the copy.
 *
 * @throws LogNotMoved when it is on another, for one copy goes out of the database or into it
 */
async function isOnServer({ pool, masterKeys, to, prefix }: MoveOptions): Promise<boolean> {
  if (to === undefined) return false;
  const log = (await readIdentity(pool))?.log;
  if (log?.kind !== 'kurrentdb') return false;
  const known = await rememberedLogAddress(pool, masterKeys);
  const isSame =
    known === undefined
      ? log.at !== '' && log.at === logPlace(to).at
      : known.prefix === prefix && hostsOf(known.url) === hostsOf(to);
  if (isSame) return true;
  const underPrefix = known === undefined ? '' : ` (EVENT_STORE_PREFIX ${known.prefix})`;
  throw new LogNotMoved(
    `o registro desta instalação fica no ${serverText(log.at)}${underPrefix}, e não no banco de dados. Para levá-lo a outro servidor ou prefixo, traga-o antes de volta com: lacre log copy --from URL, e depois repita. Nada foi escrito.`,
  );
}

/** In any order, with their ports. */
const hostsOf = (url: string): string =>
  readConnectionString(url)
    .hosts.map(({ address, port }) => `${address.toLowerCase()} ${port}`)
    .toSorted()
    .join();

/** Its release, certificate, user and rights are asked for before anything is written. @throws LogNotMoved */
async function assertServerFits({ from, to, prefix }: MoveOptions): Promise<void> {
  const url = to ?? from;
  const words =
    url === undefined
      ? undefined
      : await faultOf('EVENT_STORE_URL', url, { beside: { EVENT_STORE_PREFIX: prefix } });
  if (words !== undefined)
    throw new LogNotMoved(`${to === undefined ? '--from' : '--to'}: ${words}. Nada foi escrito.`);
}

async function move(client: ClientBase, logs: Logs, options: MoveOptions): Promise<MovedLog | undefined> {
  await assertNobodyServes(client);
  const [from, to] = [logPlace(options.from), logPlace(options.to)];
  const stores = [keysMark(options.pool), ...options.stores];
  const gathered = await gatherFacts(client, { store: logs.source, place: from, stores });
  if (isThere(gathered, to)) return undefined;
  const found = assertMovable(gathered, { from, to });
  await assertTargetIsOurs(logs.target.store, found.installationId, to);
  await assertPrefixFree(options, to);
  const first = await copyEvents(logs, options, to);
  const closed = await closedLog(logs.source, found, to.kind);
  const rest = await copyEvents(logs, options, to);
  const places = await placesIn(client);
  const { figures, positions } = await checkCopy(logs.source, logs.target.store, [...places.values()]).catch(
    (error: unknown) => differs(error, to, options),
  );
  const arrived = await identityIn(logs.target.store);
  if (arrived === undefined || arrived.epochs.at(-1) !== closed.epochs.at(-1))
    throw new LogNotMoved('a cópia não termina onde o registro terminou: repita o comando');
  await client.query('begin');
  await carryPlaces(client, places, (position) => {
    const carried = positions.get(position);
    return carried === undefined ? null : `${arrived.epochs.at(-1)}.${carried}`;
  });
  await noteEpoch(client, arrived.epochs.at(-1)!);
  await noteSeen(client, arrived.last);
  await rememberLog(
    client,
    {
      place: to,
      address: options.to === undefined ? undefined : { url: options.to, prefix: options.prefix },
      masterKeys: options.masterKeys,
    },
    found.installationId,
  );
  await forgetPositions(client);
  await client.query('commit');
  return { figures, written: first + rest, passedOver: logs.passedOver.events(), to };
}

async function assertNobodyServes(client: ClientBase): Promise<void> {
  const running = await lockOutWriters(client);
  if (running.length > 0)
    throw new LogNotMoved(
      `há processos do Lacre usando o banco de dados (${running.join(', ')}): encerre todos e repita. Nada foi escrito.`,
    );
}

/** Whether the source was left for the target, and the installation knows it. */
const isThere = ({ remembered, found }: Gathered, { kind }: LogPlace): boolean =>
  remembered?.log.kind === kind && found?.movedTo === kind && remembered.epoch === found.epochs.at(-1);

/** What the source says of itself, once it is known to be the whole log of this installation. */
function assertMovable(
  { facts, remembered, found }: Gathered,
  { from, to }: { from: LogPlace; to: LogPlace },
): Found {
  const verdict = judge(facts);
  const isToGoOn =
    verdict.kind === 'refused' &&
    verdict.faults.every((fault) => fault.code === 'log-moved' && fault.to === to.kind) &&
    remembered?.epoch === found?.epochs.at(-2);
  if (verdict.kind === 'refused' && !isToGoOn) throw new InstallationRefused(verdict.faults);
  if (found === undefined || verdict.kind === 'nameless')
    throw new LogNotMoved(
      `${from.kind === 'postgres' ? 'o registro no banco de dados' : `o registro no ${serverText(from.at)}`} ainda não diz de que instalação é: inicie o Lacre uma vez com ele, encerre-o e repita.`,
    );
  return found;
}

/** Said before events are compared, where the target says itself whose it is. */
async function assertTargetIsOurs(target: EventStore, installationId: string, to: LogPlace): Promise<void> {
  const theirs = await identityIn(target);
  if (theirs !== undefined && theirs.installationId !== installationId)
    throw new LogNotMoved(
      `${whereTo(to)} já há o registro da instalação ${theirs.installationId}. Nada foi escrito.`,
    );
}

async function assertPrefixFree({ to: url, prefix }: MoveOptions, place: LogPlace): Promise<void> {
  const other = url === undefined ? undefined : await nestedPrefix(url, prefix, streams.installation());
  if (other !== undefined)
    throw new LogNotMoved(nestedWords({ code: 'prefix-nested', place, prefix, other }));
}

/** Commit point: the event. From here on no process starts with the old log. */
async function closedLog(source: EventStore, found: Found, to: LogKind): Promise<Found> {
  if (found.movedTo === to) return found;
  const { installationId, epochs, last } = found;
  const [previousEpoch, epoch] = [epochs.at(-1)!, newEpoch()];
  const closing = await closeLog(source, { installationId, epoch, previousEpoch, to }, last);
  return { ...found, epochs: [...epochs, epoch], movedTo: to, last: closing };
}

/** Where each reader of the log that is carried over has come, as the store itself writes it, by table. */
async function placesIn(client: ClientBase): Promise<Map<string, Position>> {
  const places = new Map<string, Position>();
  for (const { table } of PLACES) {
    if (!(await exists(client, table))) continue;
    const { rows } = await client.query<{ position: Position | null }>(`select position from ${table}`);
    const position = rows[0]?.position;
    if (typeof position === 'string') places.set(table, bareOf(position));
  }
  return places;
}

async function carryPlaces(
  client: ClientBase,
  places: ReadonlyMap<string, Position>,
  carried: (position: Position) => string | null,
): Promise<void> {
  for (const [table, position] of places)
    await client.query(`update ${table} set position = $1`, [carried(position)]);
}
