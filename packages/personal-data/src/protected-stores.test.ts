import { createKurrentDbEventStore } from '@lacre/event-store/kurrentdb';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { createPostgresEventStore } from '@lacre/event-store/postgres';
import { describeEventStore } from '@lacre/event-store/testing';
import { KurrentDbStandIn } from '@lacre/event-store/testing/kurrentdb-stand-in';
import { createPool } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';

import { createMemoryKeys } from './memory/index.ts';
import { openPostgresKeys } from './postgres/index.ts';
import { protectEventStore } from './protect-event-store.ts';
import { markEverything, TEST_MASTER_KEY } from './testing/index.ts';

/** The store's promises hold when everything in it is encrypted. */
describeEventStore('memory, encrypted', async () => ({
  store: protectEventStore(createMemoryEventStore(), createMemoryKeys(), { marking: markEverything }),
}));

async function postgresKeys(logInSameDatabase: boolean) {
  const { connectionString, drop } = await createTestDatabase();
  const pool = createPool(connectionString, { max: 8, applicationName: 'personal-data-test' });
  const keys = await openPostgresKeys({
    pool,
    masterKeys: [Buffer.from(TEST_MASTER_KEY)],
    logInSameDatabase,
  });
  const dispose = async (): Promise<void> => {
    await keys.close();
    await pool.end();
    await drop();
  };
  return { pool, keys, dispose };
}

describeEventStore('Postgres, encrypted', async () => {
  const { pool, keys, dispose } = await postgresKeys(true);
  return {
    store: protectEventStore(await createPostgresEventStore({ pool }), keys, { marking: markEverything }),
    dispose,
  };
});

describeEventStore('KurrentDB client over the stand-in, encrypted', async () => {
  // At once: the adapter does not yet confirm an append that the server drops beside its first.
  const server = new KurrentDbStandIn();
  await server.start();
  const { connectionString } = server;
  const { keys, dispose } = await postgresKeys(false);
  return {
    store: protectEventStore(createKurrentDbEventStore({ connectionString }), keys, {
      marking: markEverything,
    }),
    dispose: async () => {
      server.close();
      await dispose();
    },
  };
});
