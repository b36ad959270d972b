export {
  checkConnectionString,
  InvalidConnectionString,
  readConnectionString,
} from './connection/connection-string.ts';
export { countForeignEvents } from './reading/foreign-events.ts';
export {
  createKurrentDbEventStore,
  type KurrentDbEventStoreOptions,
  type LogReader,
} from './kurrentdb-event-store.ts';
export { kurrentDbCopyTarget, type KurrentDbCopyTargetOptions } from './appending/copy-target.ts';
export {
  refusalOf,
  ServerAdministration,
  type ServerUser,
  type StreamRights,
} from './connection/administration.ts';
export { ForeignEvent } from './reading/recorded-events.ts';
export { defaultStreamPrefix, isStreamPrefix } from './reading/stream-names.ts';
export {
  isSupportedRelease,
  serverReleases,
  SUPPORTED_RELEASES,
  supportedReleasesText,
} from './connection/server-release.ts';
export { nestedPrefix } from './reading/nested-prefix.ts';
