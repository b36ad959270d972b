export { checkConnectionString, InvalidConnectionString } from './connection-string.ts';
export { countForeignEvents } from './foreign-events.ts';
export { createKurrentDbEventStore, type KurrentDbEventStoreOptions } from './kurrentdb-event-store.ts';
export { defaultStreamPrefix, isStreamPrefix } from './stream-names.ts';
