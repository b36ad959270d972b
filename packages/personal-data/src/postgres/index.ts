export { openMentionIndex } from './mention-index.ts';
export { countWrappedByFormer } from './rewrap.ts';
export {
  assertMasterKeys,
  migrateKeys,
  openPostgresKeys,
  type PostgresKeysOptions,
} from './postgres-keys.ts';
export { ERASED_CHANNEL } from './migrations.ts';
