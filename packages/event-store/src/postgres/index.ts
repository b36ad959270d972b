export { isConnectionFailure } from './connection-failure.ts';
export {
  createPostgresEventStore,
  migrateLog,
  type PostgresEventStoreOptions,
} from './postgres-event-store.ts';
export { postgresCopyTarget } from './copy-target.ts';
