export { commitSoon } from './commit-soon.ts';
export { isConnectionFailure } from './connection-failure.ts';
export { copyIn } from './copy-in.ts';
export { dropDatabase, ensureDatabase } from './database.ts';
export { findCluster, type FoundCluster } from './embedded/find-cluster.ts';
export {
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded/start-embedded-postgres.ts';
export { listenTo, type ListenOptions } from './listen.ts';
export type { Log } from './log.ts';
export { migrate, MigrationConflict, SchemaMismatch, type Migration } from './migrate.ts';
export {
  bigintTypes,
  createPool,
  type ChangingAddress,
  type DatabaseAddress,
  type Migrations,
  type PoolOptions,
} from './pool.ts';
export { prepared } from './prepared.ts';
export { connectSession, sessionClient } from './session.ts';
