export { checkConnectionString, InvalidConnectionString, readConnectionString } from './connection-string.ts';
export { countForeignEvents } from './foreign-events.ts';
export {
  createKurrentDbEventStore,
  type KurrentDbEventStoreOptions,
  type LogReader,
} from './kurrentdb-event-store.ts';
export { kurrentDbCopyTarget, type KurrentDbCopyTargetOptions } from './copy-target.ts';
export { refusalOf, ServerAdministration, type ServerUser, type StreamRights } from './administration.ts';
export { ForeignEvent } from './recorded-events.ts';
export { defaultStreamPrefix, isStreamPrefix } from './stream-names.ts';
export {
  isSupportedRelease,
  serverReleases,
  SUPPORTED_RELEASES,
  supportedReleasesText,
} from './server-release.ts';
export { nestedPrefix } from './nested-prefix.ts';
