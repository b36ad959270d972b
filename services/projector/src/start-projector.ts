import type { EventStore } from '@lacre/event-store';
import { PROJECTED_CHANNEL, type AnyTable } from '@lacre/read-models';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { createAnnouncer } from './announce.ts';
import { WHOLE, type Partition } from './engine/partition.ts';
import type { Projection } from './engine/projection.ts';
import { runProjections } from './engine/run-projections.ts';
import { migrateProjector } from './engine/schema.ts';
import { readModels } from './projections/index.ts';
import { openWorkModel } from './reactors/index.ts';
import { Publisher, type PublisherDeps, type PublisherOptions } from './reactors/publisher.ts';

export interface ProjectionDeps {
  /** Of a role that owns the schemas `projector` and `read`. Needs at least 4 connections. */
  pool: Pool;
  eventStore: EventStore;
  logger: Logger;
}

/** Work in the background, until stopped. */
export interface Running {
  /** Resolves when everything that was in the log at the start is in the tables; never, while another holds some of it. */
  caughtUp: Promise<void>;
  stop(): Promise<void>;
}

/** Brings the schemas up to date and keeps projections up with the log. */
export async function startProjections(
  deps: ProjectionDeps,
  options: {
    projections?: readonly Projection[];
    /** What tenants are divided into over the instances, a power of two. Default 1: one instance folds. */
    partitions?: number | undefined;
    onCommitted?: (written: ReadonlySet<AnyTable>) => void;
    onCaughtUp?: (partition: Partition) => void;
    /** From when on this instance folds it, and until when. */
    onHeld?: ((partition: Partition) => void) | undefined;
    onLeft?: ((partition: Partition) => void) | undefined;
  } = {},
): Promise<Running> {
  await migrateProjector(deps.pool);
  const stopping = new AbortController();
  const caughtUp = Promise.withResolvers<void>();
  const announce = createAnnouncer(deps, PROJECTED_CHANNEL);
  const behind = new Set(Array.from({ length: options.partitions ?? WHOLE.of }, (_, number) => number));
  const running = runProjections(deps, options.projections ?? readModels, {
    partitions: behind.size,
    signal: stopping.signal,
    onCaughtUp: (partition) => {
      behind.delete(partition.number);
      if (behind.size === 0) caughtUp.resolve();
      options.onCaughtUp?.(partition);
    },
    onHeld: options.onHeld,
    onLeft: options.onLeft,
    onCommitted: (_place, written) => {
      announce();
      options.onCommitted?.(written);
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

export interface FollowUpOptions extends PublisherOptions {
  /** As of `startProjections`. */
  partitions?: number | undefined;
  onHeld?: ((partition: Partition) => void) | undefined;
  onLeft?: ((partition: Partition) => void) | undefined;
}

/** Keeps read models and open work up with the log, and publishes the work of the partitions it holds. */
export async function startFollowUps(
  deps: ProjectionDeps & Pick<PublisherDeps, 'queue' | 'now'>,
  { partitions, onHeld, onLeft, ...options }: FollowUpOptions = {},
): Promise<Running> {
  const publisher = new Publisher(deps, options);
  const projections = await startProjections(deps, {
    projections: [...readModels, openWorkModel],
    partitions,
    onCommitted: (written) => {
      if (!written.isDisjointFrom(new Set(openWorkModel.tables))) publisher.wake();
    },
    // Not before: on the way through history much looks open that was closed long ago.
    onCaughtUp: (partition) => publisher.take(partition),
    onHeld,
    onLeft: (partition) => {
      publisher.leave(partition);
      onLeft?.(partition);
    },
  });
  return {
    caughtUp: projections.caughtUp,
    stop: async () => {
      await projections.stop();
      await publisher.stop();
    },
  };
}
