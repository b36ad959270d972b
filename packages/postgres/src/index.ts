export { dropDatabase, ensureDatabase } from './database.ts';
export {
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded/start-embedded-postgres.ts';
export type { Log } from './log.ts';
export { migrate, MigrationConflict, type Migration } from './migrate.ts';
export { bigintTypes, createPool, type PoolOptions } from './pool.ts';
