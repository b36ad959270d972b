export type { LogPlace, Mark, MarkedStore, StoreName } from './facts.ts';
export { blobFolderMark, MarkDamaged, sealKeysMark } from './folder-mark.ts';
export type { Fault, FaultCode, Verdict } from './judge.ts';
export { rememberedLogAddress, type LogAddress } from './log-address.ts';
export { InstallationRefused } from './settle.ts';
export { wordsOf } from './words.ts';
export { adoptLog, forgetDerived, NotNow, type WholeLog } from './adopt.ts';
export { logPlace, serverText } from './log-place.ts';
export { PLACES } from './checkpoints.ts';
