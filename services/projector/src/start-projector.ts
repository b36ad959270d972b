import type { EventStore } from '@lacre/event-store';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { createProgressAnnouncer } from './announce-progress.ts';
import type { Projection } from './engine/projection.ts';
import { runProjections } from './engine/run-projections.ts';
import { migrateProjector } from './engine/schema.ts';
import { readModels } from './projections/index.ts';

export interface ProjectionDeps {
  /** Of a role that owns the schemas `projector` and `read`. Needs at least 4 connections. */
  pool: Pool;
  eventStore: EventStore;
  logger: Logger;
}

/** Work in the background, until stopped. */
export interface Running {
  /** Resolves when everything that was in the log at the start is in the read models. */
  caughtUp: Promise<void>;
  stop(): Promise<void>;
}

/** Brings the schemas up to date and keeps projections up with the log. */
export async function startProjections(
  deps: ProjectionDeps,
  options: { projections?: readonly Projection[]; onCommitted?: () => void } = {},
): Promise<Running> {
  await migrateProjector(deps.pool);
  const stopping = new AbortController();
  const caughtUp = Promise.withResolvers<void>();
  const announce = createProgressAnnouncer(deps);
  const running = runProjections(deps, options.projections ?? readModels, {
    signal: stopping.signal,
    onCaughtUp: caughtUp.resolve,
    onCommitted: () => {
      announce();
      options.onCommitted?.();
    },
  });
  return {
    caughtUp: caughtUp.promise,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
