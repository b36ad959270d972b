export { createMemoryKeys } from './memory-keys.ts';
