export { openPostgresKeys, type PostgresKeysOptions } from './postgres-keys.ts';
