import { randomBytes, randomUUID } from 'node:crypto';

import {
  EventStoreUnavailable,
  WrongExpectedRevision,
  type Epoch,
  type EventStore,
} from '@lacre/event-store';
import { MasterKeys } from '@lacre/personal-data';
import { assertMasterKeys } from '@lacre/personal-data/postgres';
import type { ClientBase, Pool } from 'pg';

import type { LogPlace, Mark, MarkedStore } from './facts.ts';
import { gatherFacts, type Asked, type Gathered } from './gather-facts.ts';
import {
  alone,
  announceBirth,
  announceMark,
  noteEpoch,
  noteLog,
  noteSeen,
  noteStore,
  readStores,
} from './installation-table.ts';
import { judge, type Fault, type Verdict } from './judge.ts';
import type { LogAddress } from './log-address.ts';
import { beginLog } from './log-identity.ts';
import { NotNow } from './not-now.ts';
import { assertOwnKeys, noteOwnKeys, type OwnKeys } from './own-keys.ts';
import { wordsOf } from './words.ts';

/** Log, database and stores are not of one installation. The message, for people, has a line for each fault. */
export class InstallationRefused extends Error {
  override readonly name = 'InstallationRefused';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(wordsOf).join('\n'));
    this.faults = faults;
  }
}

export interface SettleOptions {
  pool: Pool;
  store: EventStore;
  place: LogPlace;
  stores: readonly MarkedStore[];
  /** Of the log's server; undefined where the log is in the database. */
  address: LogAddress | undefined;
  masterKeys: readonly Buffer[];
  ownKeys: OwnKeys;
  /**
   * A prefix of another installation on the log's server that begins with this one's, or that this one's begins with.
   */
  nestedPrefix?: (() => Promise<string | undefined>) | undefined;
}

/**
 * Makes sure that log, database and stores are of one installation before anything is written to any of them, and gives
 * an identity to what is new or from before there were identities.
 *
 * Commit points: what the database announces, then the log's first event, then the stores' marks. A crash between
 * them leaves an installation that is still being born; the next start goes on with it.
 *
 * @throws InstallationRefused, MasterKeyMissing, KeysOfAnother
 */
export function settle(options: SettleOptions): Promise<{ installationId: string; epoch: Epoch }> {
  return alone(options.pool, async (client) => {
    const gathered = await gatherFacts(client, options);
    const verdict = assertAccepted(judge(gathered.facts));
    await assertMasterKeys(client, options.masterKeys);
    await assertOwnKeys(client, options.ownKeys);
    const ours =
      verdict.kind === 'ours'
        ? await confirm(client, gathered, verdict)
        : await begin(client, options, gathered);
    await markStores(client, options.stores, markOf(ours));
    await rememberLog(client, options, ours.installationId);
    await noteOwnKeys(client, { ...options.ownKeys, PERSONAL_DATA_KEYS: options.masterKeys });
    return ours;
  });
}

/** What the judgement is, without changing anything. */
export async function examine(pool: Pool, asked: Asked): Promise<Verdict> {
  return judge((await gatherFacts(pool, asked)).facts);
}

/** @throws InstallationRefused */
export function assertAccepted(verdict: Verdict): Exclude<Verdict, { kind: 'refused' }> {
  if (verdict.kind === 'refused') throw new InstallationRefused(verdict.faults);
  return verdict;
}

/** Postgres: insufficient privilege, as of a service that only reads. */
const MAY_NOT = '42501';

export const newEpoch = (): string => randomBytes(4).toString('hex');

async function confirm(
  client: ClientBase,
  { remembered, found }: Gathered,
  { installationId, epoch }: Extract<Verdict, { kind: 'ours' }>,
) {
  if (remembered?.hasBegun !== true) {
    await noteEpoch(client, epoch.name);
    await noteSeen(client, found?.last);
  }
  return { installationId, epoch };
}

async function begin(client: ClientBase, options: SettleOptions, { remembered, facts }: Gathered) {
  if (facts.log.isEmpty) await assertPrefixFree(options);
  const installationId = remembered?.installationId ?? randomUUID();
  const epoch = remembered?.epoch ?? newEpoch();
  await announceBirth(client, { installationId, epoch, log: options.place });
  try {
    const seen = await beginLog(options.store, { installationId, epoch });
    await noteEpoch(client, epoch);
    await noteSeen(client, seen);
  } catch (error) {
    if ((error as { code?: unknown }).code === MAY_NOT)
      throw new NotNow(
        'esta instalação ainda não começou, e este serviço não escreve no registro: inicie o serviço command antes, uma vez',
      );
    // Another installation began its log here at this moment.
    if (!(error instanceof WrongExpectedRevision)) throw error;
    assertAccepted(judge((await gatherFacts(client, options)).facts));
    throw new EventStoreUnavailable(error);
  }
  return { installationId, epoch: { name: epoch, isFirst: true } };
}

/** Their events could not be mistaken for one another's; but operators could not distinguish them. */
async function assertPrefixFree({ place, address, nestedPrefix }: SettleOptions): Promise<void> {
  const other = await nestedPrefix?.();
  if (other === undefined || address === undefined) return;
  throw new InstallationRefused([{ code: 'prefix-nested', place, prefix: address.prefix, other }]);
}

/** What the marks of this installation say in its present epoch. */
type Own = Pick<Mark, 'installationId' | 'epoch'>;
const markOf = ({ installationId, epoch }: { installationId: string; epoch: Epoch }): Own => ({
  installationId,
  epoch: epoch.name,
});

/** The store first: one that says less than the database remembers is a copy from earlier. */
export async function markStores(
  client: ClientBase,
  stores: readonly MarkedStore[],
  own: Own,
): Promise<void> {
  const known = await readStores(client);
  for (const store of stores) {
    const mark = { ...own, opened: (known.get(store.name)?.opened ?? 0) + 1 };
    await announceMark(client, store.name, mark);
    await store.write(mark);
    await noteStore(client, store, mark);
  }
}

/** In use and at the stop: so that a copy of a store, or of the database, from before is known by its mark. */
export const markAgain = (
  { pool, stores }: Pick<SettleOptions, 'pool' | 'stores'>,
  ours: { installationId: string; epoch: Epoch },
): Promise<void> => alone(pool, (client) => markStores(client, stores, markOf(ours)));

export async function rememberLog(
  client: ClientBase,
  { place, address, masterKeys }: Pick<SettleOptions, 'place' | 'address' | 'masterKeys'>,
  installationId: string,
): Promise<void> {
  const wrapped =
    address === undefined
      ? undefined
      : new MasterKeys(masterKeys).wrap(installationId, Buffer.from(JSON.stringify(address)));
  await noteLog(client, { log: place, address: wrapped });
}
