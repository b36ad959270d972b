export { createPostgresEventStore, type PostgresEventStoreOptions } from './postgres-event-store.ts';
