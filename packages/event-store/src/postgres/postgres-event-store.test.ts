import { createTestDatabase } from '@lacre/postgres/testing';

import { describeEventStore } from '../testing/index.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';

describeEventStore('Postgres', async () => {
  const { connectionString, drop } = await createTestDatabase();
  const process = () => createPostgresEventStore({ connectionString, maxConnections: 4 });
  return { store: await process(), others: [await process(), await process()], dispose: drop };
});
