export type { LogPlace, Mark, MarkedStore, StoreName } from './facts.ts';
export { blobFolderMark, MarkDamaged, sealKeysMark } from './folder-mark.ts';
export type { Fault, FaultCode, Verdict } from './judge.ts';
export { migrateInstallation, notePublicUrl, rememberedPublicUrl } from './installation-table.ts';
export { rememberedLogAddress, type LogAddress } from './log-address.ts';
export {
  forgetFormerKeys,
  keyId,
  KeysOfAnother,
  notedKeys,
  OWN_KEY_NAMES,
  ownKeysOf,
  type KeyRing,
  type KeyRings,
  type NotedKey,
  type OwnKeyName,
  type OwnKeys,
} from './own-keys.ts';
export { InstallationRefused } from './settle.ts';
export { wordsOf } from './words.ts';
export { announceRestored } from './announce-restored.ts';
export { checkedContents, noteCheckedContents, type CheckedContents } from './checked-contents.ts';
export { identityIn } from './log-identity.ts';
export { adoptLog, forgetDerived, type WholeLog } from './adopt.ts';
export { NotNow } from './not-now.ts';
export { logPlace, serverText } from './log-place.ts';
export { checkpointsIn, PLACES } from './checkpoints.ts';
export { WriterLock } from './writer-lock.ts';
