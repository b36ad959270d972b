export { openMentionIndex } from './mention-index.ts';
export { openPostgresKeys, type PostgresKeysOptions } from './postgres-keys.ts';
