export type { LogPlace, Mark, MarkedStore, StoreName } from './facts.ts';
export { blobFolderMark, MarkDamaged, sealKeysMark } from './folder-mark.ts';
export type { Fault, FaultCode, Verdict } from './judge.ts';
export { rememberedLogAddress, type LogAddress } from './log-address.ts';
export { KeysOfAnother, type OwnKeys } from './own-keys.ts';
export { InstallationRefused } from './settle.ts';
export { wordsOf } from './words.ts';
export { adoptLog, forgetDerived, NotNow, type WholeLog } from './adopt.ts';
export { logPlace } from './log-place.ts';
