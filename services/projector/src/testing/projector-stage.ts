import { createTenantMoves } from '@lacre/access';
import type { EventStore } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { createMemoryKeys } from '@lacre/personal-data/memory';
import { openTestLog } from '@lacre/personal-data/testing';
import { createPool } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import pino from 'pino';

import { migrateProjector } from '../engine/schema.ts';

/** A migrated database, a log, and what the engine needs to run over them. */
export async function projectorStage(kind: 'postgres' | 'memory' = 'memory') {
  const database = await createTestDatabase();
  const logger = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
  const pool = createPool(database.connectionString, {
    max: 12,
    pipeline: true,
    applicationName: 'projector-test',
  });
  const log = kind === 'memory' ? undefined : await openTestLog(pool);
  const eventStore: EventStore = log?.eventStore ?? createMemoryEventStore();
  await migrateProjector(pool);
  return {
    pool,
    eventStore,
    tenantMoves: createTenantMoves({ eventStore, logger }),
    /** Takes what this release does not know. */
    bareStore: log?.bareStore ?? eventStore,
    keys: log?.personalData.keys ?? createMemoryKeys(),
    logger,
    connectionString: database.connectionString,
    rows: async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await pool.query<Row>(text, values)).rows,
    close: async () => {
      await (log ?? eventStore).close();
      await pool.end();
      await database.drop();
    },
  };
}

export type ProjectorStage = Awaited<ReturnType<typeof projectorStage>>;
