export { readEnvironment, type Environment } from './environment.ts';
export { openEventStore, openWorkQueue, type StoreOptions } from './stores.ts';
