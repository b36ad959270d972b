import type { CopyCheckpoint } from '@lacre/blob-store';
import type { Position, Seen } from '@lacre/event-store';
import { connectSession, migrate, type Migration } from '@lacre/postgres';
import type { ClientBase, Pool } from 'pg';

import type {
  DatabaseIdentity,
  KnownMark,
  LogKind,
  Mark,
  StoreIdentity,
  StoreKind,
  StoreName,
} from './facts.ts';

const schema = 'installation';

/**
 * What the database knows of the installation: which log is its own, the last event it saw acknowledged there, and how
 * often each store was opened. `address` is the log's connection string, encrypted with a master key, so that no one
 * who looks after the platform has to remember it.
 */
const createTables = `
create table identity (
  singleton boolean primary key default true check (singleton),
  installation_id uuid not null,
  epoch text not null,
  has_begun boolean not null default false,
  log_kind text not null check (log_kind in ('postgres', 'kurrentdb')),
  log_at text not null,
  address_master_key text,
  address bytea,
  seen_stream text collate "C",
  seen_revision bigint,
  seen_event uuid,
  seen_position text collate "C"
);
create table store (
  name text primary key,
  installation_id uuid not null,
  opened bigint not null
);
`;

/** Fingerprints of keys; of no use but to the release before there was `used_key`. */
const createOwnKeys = `create table own_key (name text primary key, fingerprint text not null);`;

/** Fingerprints of the keys that are or were used, several of a name; see `own-keys.ts`. Null: before it was noted. */
const createUsedKeys = `
create table used_key (
  name text not null,
  fingerprint text not null,
  noted_at timestamptz default now(),
  primary key (name, fingerprint)
);
insert into used_key (name, fingerprint, noted_at) select name, fingerprint, null from own_key;
`;

const announceMarks = `
alter table store add column announced bigint;
update store set announced = opened;
alter table store alter column announced set not null;
`;

/** What `lacre fsck` has read and found whole: the first so many things that the log names. */
const createCheckedContents = `
create table checked_content (
  name text primary key,
  under text not null,
  entries bigint not null,
  digest text not null,
  faulty text[] not null,
  read_since timestamptz not null
);
`;

const migrations: readonly Migration[] = [
  { id: '001-identity', sql: createTables },
  { id: '002-own-keys', sql: createOwnKeys },
  { id: '003-public-url', sql: 'alter table identity add column public_url text' },
  { id: '004-announced-marks', sql: announceMarks },
  { id: '005-epochs-of-marks', sql: 'alter table store add column epoch text' },
  { id: '006-places-of-stores', sql: 'alter table store add column kind text, add column place text' },
  {
    id: '007-blob-moves',
    sql: 'create table blob_move (place text primary key, verified_to text not null, in_flight text[] not null)',
  },
  { id: '008-used-keys', sql: createUsedKeys },
  { id: '009-checked-contents', sql: createCheckedContents },
];

export const migrateInstallation = (pool: Pool): Promise<string[]> => migrate(pool, { schema, migrations });

type Client = ClientBase | Pool;

interface Row {
  installation_id: string;
  epoch: string;
  has_begun: boolean;
  log_kind: LogKind;
  log_at: string;
  address_master_key: string | null;
  address: Buffer | null;
  seen_stream: string | null;
  seen_revision: bigint | null;
  seen_event: string | null;
  seen_position: Position | null;
}

export interface Remembered extends DatabaseIdentity {
  seen: Seen | undefined;
  address: { masterKey: string; wrapped: Buffer } | undefined;
}

export async function readIdentity(client: Client): Promise<Remembered | undefined> {
  const { rows } = await client.query<Row>(`select * from ${schema}.identity`);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { seen_stream: stream, seen_revision: revision, seen_event: id, seen_position: position } = row;
  const isSeen = stream !== null && revision !== null && id !== null && position !== null;
  const isKept = row.address !== null && row.address_master_key !== null;
  return {
    installationId: row.installation_id,
    epoch: row.epoch,
    hasBegun: row.has_begun,
    log: { kind: row.log_kind, at: row.log_at },
    seen: isSeen ? { stream, revision, id, position } : undefined,
    address: isKept ? { masterKey: row.address_master_key!, wrapped: row.address! } : undefined,
  };
}

/** Before the log's first event: a crash between the two leaves an installation that is still being born. */
export async function announceBirth(
  client: Client,
  { installationId, epoch, log }: Omit<DatabaseIdentity, 'hasBegun'>,
): Promise<void> {
  await client.query(
    `insert into ${schema}.identity (installation_id, epoch, log_kind, log_at) values ($1, $2, $3, $4)
     on conflict (singleton) do nothing`,
    [installationId, epoch, log.kind, log.at],
  );
}

/** The log's first event is there; or its last was found there, in a new epoch. */
export async function noteEpoch(client: Client, epoch: string): Promise<void> {
  await client.query(`update ${schema}.identity set has_begun = true, epoch = $1`, [epoch]);
}

/** Where the log is now, and by which connection string, encrypted. */
export async function noteLog(
  client: Client,
  { log, address }: { log: DatabaseIdentity['log']; address: Remembered['address'] },
): Promise<void> {
  await client.query(
    `update ${schema}.identity set log_kind = $1, log_at = $2, address_master_key = $3, address = $4`,
    [log.kind, log.at, address?.masterKey ?? null, address?.wrapped ?? null],
  );
}

/** Where people reach the installation, as its last start had it: commands that make links for them read it here. */
export async function notePublicUrl(client: Client, publicUrl: string): Promise<void> {
  await client.query(`update ${schema}.identity set public_url = $1`, [publicUrl]);
}

/** Undefined before the first start that noted it. */
export async function rememberedPublicUrl(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ public_url: string | null }>(
    `select public_url from ${schema}.identity`,
  );
  return rows[0]?.public_url ?? undefined;
}

export async function noteSeen(client: Client, seen: Seen | undefined): Promise<void> {
  await client.query(
    `update ${schema}.identity set seen_stream = $1, seen_revision = $2, seen_event = $3, seen_position = $4`,
    [seen?.stream ?? null, seen?.revision ?? null, seen?.id ?? null, seen?.position ?? null],
  );
}

/**
 * In the place of what was known, unless another process has written one down meanwhile.
 *
 * @returns whether it was
 */
export async function noteSeenInstead(client: Client, known: Seen | undefined, seen: Seen): Promise<boolean> {
  const { rowCount } = await client.query(
    `update ${schema}.identity set seen_stream = $1, seen_revision = $2, seen_event = $3, seen_position = $4
      where seen_event is not distinct from $5`,
    [seen.stream, seen.revision, seen.id, seen.position, known?.id ?? null],
  );
  return rowCount === 1;
}

export async function readStores(client: Client): Promise<ReadonlyMap<string, KnownMark>> {
  const { rows } = await client.query<StoreRow>(
    `select name, installation_id, epoch, opened, announced, kind, place from ${schema}.store`,
  );
  return new Map(
    rows.map(({ name, installation_id: installationId, epoch, opened, announced, kind, place }) => [
      name,
      {
        installationId,
        epoch: epoch ?? undefined,
        opened: Number(opened),
        announced: Number(announced),
        place: kind === null || place === null ? undefined : { kind, where: place },
      },
    ]),
  );
}
interface StoreRow {
  name: string;
  installation_id: string;
  epoch: string | null;
  opened: bigint;
  announced: bigint;
  kind: StoreKind | null;
  place: string | null;
}

/** Before it is written: a mark that says more than this is none of this database's, or of a later state of it. */
export async function announceMark(client: Client, name: StoreName, { opened }: Mark): Promise<void> {
  await client.query(`update ${schema}.store set announced = $2 where name = $1`, [name, opened]);
}

export async function noteStore(client: Client, store: StoreIdentity, mark: Mark): Promise<void> {
  const { name, kind, where } = store;
  await client.query(
    `insert into ${schema}.store (name, installation_id, epoch, opened, announced, kind, place)
     values ($1, $2, $3, $4, $4, $5, $6)
     on conflict (name) do update set installation_id = excluded.installation_id, epoch = excluded.epoch,
       opened = excluded.opened, announced = excluded.announced, kind = excluded.kind, place = excluded.place`,
    [name, mark.installationId, mark.epoch ?? null, mark.opened, kind, where],
  );
}

/** How far a copy of the blobs to a place has come. */
export async function copiedBlobs(client: Client, place: string): Promise<CopyCheckpoint> {
  const { rows } = await client.query<{ verified_to: string; in_flight: string[] }>(
    `select verified_to, in_flight from ${schema}.blob_move where place = $1`,
    [place],
  );
  const [row] = rows;
  return { verifiedTo: row?.verified_to ?? '', inFlight: row?.in_flight ?? [] };
}

export async function noteCopiedBlobs(
  client: Client,
  place: string,
  { verifiedTo, inFlight }: CopyCheckpoint,
): Promise<void> {
  await client.query(
    `insert into ${schema}.blob_move (place, verified_to, in_flight) values ($1, $2, $3)
     on conflict (place) do update set verified_to = excluded.verified_to, in_flight = excluded.in_flight`,
    [place, verifiedTo, inFlight],
  );
}

/** What was checked of any copy is so no longer: from here on one of them changes. */
export async function forgetCopiedBlobs(client: Client): Promise<void> {
  await client.query(`delete from ${schema}.blob_move`);
}

/**
 * Runs `work` while no other process of the installation does: who begins, marks or adopts is alone.
 *
 * The lock is held by a connection of its own and ends with it.
 */
export async function alone<Result>(
  pool: Pool,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await connectSession(pool);
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', ['lacre:installation']);
    return await work(client);
  } finally {
    await client.end();
  }
}
