export { introducingCallers } from './introducing-callers.ts';
export { provenAt } from './proven-at.ts';
