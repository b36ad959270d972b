export { fetch } from './fetch.ts';
export { readAtMost } from './read-at-most.ts';
