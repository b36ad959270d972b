export { isConnectionFailure } from './connection-failure.ts';
export { createPostgresEventStore, type PostgresEventStoreOptions } from './postgres-event-store.ts';
