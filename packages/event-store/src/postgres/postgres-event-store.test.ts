import { createTestDatabase } from '@lacre/postgres/testing';

import { describeEventStore } from '../testing/index.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';

describeEventStore('Postgres', async () => {
  const { connectionString, drop } = await createTestDatabase();
  return { store: await createPostgresEventStore({ connectionString }), dispose: drop };
});
