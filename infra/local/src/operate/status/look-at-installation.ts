import { statfs } from 'node:fs/promises';

import { checkpointsIn, type SettingsOf } from '@lacre/adapters';
import type { Position } from '@lacre/event-store';
import { secondsAfter } from '@lacre/observability';
import type { Pool } from 'pg';

import type { Installation } from '../../audit/open-installation.ts';
import { withQueue } from '../work-command.ts';

/** What follows the log all the time; other places of the database catch up when they are asked. */
const FOLLOWERS: Readonly<Record<string, string>> = {
  'webhook.checkpoint': 'webhooks',
  'signer.issued_checkpoint': 'issued-seals',
  'signer.face_checkpoint': 'faces',
};

/** How far what follows the log has come. */
interface Follower {
  name: string;
  secondsBehind: number;
}

/** What the log asks for and is not done, of one kind. */
interface OpenWork {
  kind: string;
  due: number;
  oldestSeconds: number;
}

/** Jobs of one queue that it gave up on. */
interface DeadLetters {
  queue: string;
  count: number;
  newestSeconds: number;
}

export interface InstallationStatus {
  installationId: string | undefined;
  /** Position of the log's last event; null when it has none. */
  position: string | null;
  followers: readonly Follower[];
  work: readonly OpenWork[];
  /** Events that a read model went on without. */
  parkedEvents: number;
  /** Null where the queue was never used, or its server is away. */
  deadLetters: readonly DeadLetters[] | null;
  /** Why the queue could not be asked. */
  queueFault?: string;
  webhookDeliveriesPending: number;
  /** Of the data folder, bytes. */
  diskFreeBytes: number;
}

/** The log, and what the database says of those who follow it. Changes nothing. */
export async function lookAtInstallation(
  { pool, eventStore, identity }: Installation,
  { dataDir, environment }: { dataDir: string; environment: SettingsOf<'commands'> },
): Promise<InstallationStatus> {
  const head = await eventStore.head();
  const { bavail, bsize } = await statfs(dataDir);
  return {
    installationId: identity?.installationId,
    position: head === 'start' ? null : head,
    followers: await followersOf(pool, (position) =>
      secondsAfter({ store: eventStore, clock: pool }, position),
    ),
    work: await openWorkIn(pool),
    parkedEvents: (await countIn(pool, 'projector.parked_event')) ?? 0,
    ...(await deadLettersOf(pool, environment)),
    webhookDeliveriesPending: (await countIn(pool, 'webhook.delivery', "status = 'pending'")) ?? 0,
    diskFreeBytes: bavail * bsize,
  };
}

async function followersOf(pool: Pool, behind: (position: Position) => Promise<number>): Promise<Follower[]> {
  // Of a read model that is divided, the partition that is furthest behind.
  const found = new Map<string, number>();
  const known = new Map<Position, number>();
  for (const { name, position } of await checkpointsIn(pool)) {
    const follower = name.includes('.') ? FOLLOWERS[name] : name;
    if (follower === undefined) continue;
    const secondsBehind = known.get(position) ?? (await behind(position));
    known.set(position, secondsBehind);
    found.set(follower, Math.max(found.get(follower) ?? 0, secondsBehind));
  }
  const followers = [...found].map(([name, secondsBehind]): Follower => ({ name, secondsBehind }));
  return followers.toSorted((a, b) => b.secondsBehind - a.secondsBehind || a.name.localeCompare(b.name));
}

async function isThere(pool: Pool, table: string): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    table,
  ]);
  return rows[0]?.there === true;
}

async function openWorkIn(pool: Pool): Promise<OpenWork[]> {
  if (!(await isThere(pool, 'projector.open_work'))) return [];
  const { rows } = await pool.query<OpenWork>(
    `select kind, count(*)::float8 as due,
            extract(epoch from now() - min(greatest(opened_at, not_before)))::float8 as "oldestSeconds"
       from projector.open_work where not_before <= now() group by kind order by 3 desc`,
  );
  return rows;
}

async function deadLettersIn(pool: Pool): Promise<DeadLetters[] | null> {
  if (!(await isThere(pool, 'work_queue.dead_letter'))) return null;
  const { rows } = await pool.query<DeadLetters>(
    `select queue, count(*)::float8 as count, extract(epoch from now() - max(died_at))::float8 as "newestSeconds"
       from work_queue.dead_letter group by queue order by 2 desc, 1`,
  );
  return rows;
}

/** Of the queue in NATS where that is set up, else of the one in the database. */
async function deadLettersOf(
  pool: Pool,
  environment: SettingsOf<'commands'>,
): Promise<Pick<InstallationStatus, 'deadLetters' | 'queueFault'>> {
  if (environment.NATS_URL === undefined) return { deadLetters: await deadLettersIn(pool) };
  try {
    const counts = await withQueue(pool, environment, (queue) => queue.deadLetterCounts());
    const secondsSince = (at: Date): number => Math.max(0, (Date.now() - at.getTime()) / 1000);
    return {
      deadLetters: counts.map(({ queue, count, newestAt }) => ({
        queue,
        count,
        newestSeconds: secondsSince(newestAt),
      })),
    };
  } catch (error) {
    return { deadLetters: null, queueFault: error instanceof Error ? error.message : String(error) };
  }
}

/** @returns null where there is no such table: a part of the product that never ran has none yet */
async function countIn(pool: Pool, table: string, condition = 'true'): Promise<number | null> {
  if (!(await isThere(pool, table))) return null;
  const { rows } = await pool.query<{ count: bigint }>(
    `select count(*) as count from ${table} where ${condition}`,
  );
  return Number(rows[0]?.count ?? 0);
}
