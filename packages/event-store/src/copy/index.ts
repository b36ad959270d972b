export {
  checkCopy,
  copyLog,
  type CheckedCopy,
  type CopyOptions,
  type CopyProgress,
  type CopyTarget,
} from './copy-log.ts';
export { CopyDiffers, TargetIsAnotherLog } from './errors.ts';
export { LogDigest, type LogFigures } from './log-digest.ts';
