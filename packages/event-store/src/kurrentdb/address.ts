/** What an address and a prefix may be: nothing of the client is needed to say so. */
export { checkConnectionString } from './connection/connection-string.ts';
export { defaultStreamPrefix, isStreamPrefix } from './reading/stream-names.ts';
