export { openMentionIndex } from './mention-index.ts';
export { migrateKeys, openPostgresKeys, type PostgresKeysOptions } from './postgres-keys.ts';
