export { blobPlace, type BlobPlace } from './blob-place.ts';
export { endInWords, START_REFUSALS } from './end-in-words.ts';
export {
  readEnvironment,
  SETTING_NAMES,
  WrongEnvironment,
  type Environment,
  type Reader,
  type Service,
  type SettingsOf,
} from './environment.ts';
export { securityContact, servedHosts } from './hosts.ts';
export { lookUpOptions } from './look-ups.ts';
export { mailAddress, observeMailer, observeSms, openSmsGateway, openSmtpMailer } from './mail.ts';
export { loggerOptions } from './logger-options.ts';
export { placeInAddress } from './place-in-address.ts';
export { changingAddress, poolAccess, poolOpener } from './pools.ts';
export { stopOnSignal } from './process.ts';
export { giveBackStartMemory } from './start-memory.ts';
export { signInSettings } from './sign-in.ts';
export * from './installation/index.ts';
export {
  openLog,
  openLogItself,
  openWorkQueue,
  type Log,
  type LogAccess,
  type LogOptions,
  type StoreOptions,
} from './stores.ts';
export type { S3Settings } from './s3-access.ts';
export { openTracing } from './open-tracing.ts';
export { transferLimits } from './transfers.ts';
export { RotatingFile } from './rotating-file.ts';
export { migrateSecurityLog, PostgresSecurityLog, type SecurityLogOptions } from './security-log.ts';
export { openSecurityLog } from './open-security-log.ts';
export { moveBlobs, type BlobMove, type MovedBlobs } from './move-blobs.ts';
export {
  askEngines,
  assertEngines,
  EnginesUnavailable,
  type EngineFault,
  type EngineSetting,
} from './engines/ask-engines.ts';
export { wordsOfError } from './engines/fault-words.ts';
export { migrateLog } from '@lacre/event-store/postgres';
