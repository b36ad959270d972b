export {
  createPostgresEventStore,
  migrateLog,
  type PostgresEventStoreOptions,
} from './postgres-event-store.ts';
export { postgresCopyTarget } from './copy-target.ts';
export {
  insertRecorded,
  insertRecordedFrom,
  LOG_TABLE,
  lastOfStreams,
  markInFlight,
  readRecorded,
} from './recorded-events.ts';
