import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { rateLimits } from '@lacre/contracts';
import { createPool, ensureDatabase, startEmbeddedPostgres, type EmbeddedPostgres } from '@lacre/postgres';
import { NatsServer } from '@lacre/work-queue/testing';
import type { Pool } from 'pg';

import { ServicesApart } from '../support/services-apart.ts';
import { startHookReceiver, type HookReceiver } from './arrivals.ts';
import { INSPECTABLE } from './live-heap.ts';
import { openClient, type Client } from './mixed-load.ts';

/** Limits are for strangers: all callers come from here. */
const RATE_LIMITS = Object.keys(rateLimits)
  .map((name) => `${name}=1000000/60`)
  .join(',');

/** The services as processes with engines of their own, which may go away, and accounts that use them. */
export interface SoakStage {
  databaseFolder: string;
  /** One connection of the test's own. */
  pool: Pool;
  nats: NatsServer | undefined;
  hooks: HookReceiver;
  services: ServicesApart;
  clients: readonly Client[];
  dispose(): Promise<void>;
}

/** What was begun is ended again, the last first. */
class Endings {
  readonly #all: (() => Promise<unknown>)[] = [];

  add(end: () => Promise<unknown>): void {
    this.#all.unshift(end);
  }

  async run(): Promise<void> {
    for (const end of this.#all) await end();
  }
}

async function startDatabase(endings: Endings): Promise<{ folder: string; postgres: EmbeddedPostgres }> {
  const folder = await mkdtemp(join(tmpdir(), 'lacre-soak-'));
  endings.add(() => rm(folder, { recursive: true, force: true }));
  // Postgres does not run as root: the account it runs as must be able to come in.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  endings.add(() => postgres.stop());
  return { folder, postgres };
}

/**
 * @param options.natsBinary without it the queue is in the database
 * @param options.random of the receiver of webhooks
 */
export async function openSoakStage(options: {
  natsBinary: string | undefined;
  clients: number;
  random: () => number;
}): Promise<SoakStage> {
  const endings = new Endings();
  try {
    const { folder, postgres } = await startDatabase(endings);
    const url = await ensureDatabase(postgres.connectionString(), 'lacre');
    const pool = createPool(url, { max: 1, applicationName: 'soak' });
    // The database goes away under it too.
    pool.on('error', () => {});
    endings.add(() => pool.end());
    const nats = options.natsBinary === undefined ? undefined : await NatsServer.start(options.natsBinary);
    endings.add(async () => nats?.dispose());
    const hooks = await startHookReceiver(options.random);
    endings.add(hooks.close);
    const services = await ServicesApart.create(
      () => ({
        DATABASE_URL: url,
        ...(nats === undefined ? {} : { NATS_URL: nats.url }),
        CREDITS_GRANT: '1000000',
        WEBHOOK_ALLOW_LOOPBACK: 'true',
        RATE_LIMITS,
      }),
      INSPECTABLE,
    );
    endings.add(() => services.dispose());
    await services.start();
    const clients: Client[] = [];
    while (clients.length < options.clients) clients.push(await openClient(services, hooks.url));
    return { databaseFolder: folder, pool, nats, hooks, services, clients, dispose: () => endings.run() };
  } catch (error) {
    await endings.run();
    throw error;
  }
}
