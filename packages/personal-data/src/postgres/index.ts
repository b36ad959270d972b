export { openMentionIndex } from './mention-index.ts';
export {
  assertMasterKeys,
  migrateKeys,
  openPostgresKeys,
  type PostgresKeysOptions,
} from './postgres-keys.ts';
