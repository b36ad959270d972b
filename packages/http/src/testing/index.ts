export { introducingCallers } from './introducing-callers.ts';
