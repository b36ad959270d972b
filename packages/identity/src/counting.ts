/** What counts requests, for a service that signs no one in: without the vendors of sign-in. */
export { Attempts } from './attempts.ts';
export { createKeyedDigest } from './keyed-digest.ts';
export { migrateIdentity } from './migrations.ts';
