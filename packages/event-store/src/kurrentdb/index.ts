export { createKurrentDbEventStore, type KurrentDbEventStoreOptions } from './kurrentdb-event-store.ts';
export { kurrentDbCopyTarget, type KurrentDbCopyTargetOptions } from './copy-target.ts';
