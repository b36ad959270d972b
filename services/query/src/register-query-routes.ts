import { createCallers } from '@lacre/access';
import type { RateLimits } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import type { EventStore } from '@lacre/event-store';
import { buildService, routesIn, type ServiceOptions } from '@lacre/http';
import { Attempts, createKeyedDigest } from '@lacre/identity/counting';
import type { PersonalData } from '@lacre/personal-data';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';

import type { QueryContext } from './define-route.ts';
import { EventFeed } from './history/event-feed.ts';
import { ProjectionWatch } from './reading/projection-watch.ts';
import { ReadModels } from './reading/read-models.ts';

export interface QueryDeps {
  /** Of a role that may `set role lacre_query`, on a database migrated with `migrateQuery`. */
  pool: Pool;
  /** Of the server that `pool` is of a standby of: it has news of progress, and counts exports. Default: `pool`. */
  primary?: Pool;
  /** For the timeline, and for the order of positions. */
  eventStore: EventStore;
  /** Where in the log a subject is mentioned. */
  personalData: PersonalData;
  /** Where the widget for Libras is; null or absent where none is offered. */
  vlibrasUrl?: string | null;
  /** Hides whose tries are counted; the same in every process of this service. */
  digestKey: Uint8Array;
  limits: RateLimits;
  /** What is over and what is not, by whose clock. */
  now?: () => Date;
}

const ROUTES = new URL('routes/', import.meta.url);

/** Mounts every query of the contracts. Keeps one connection for news of progress until the app closes. */
export async function registerQueryRoutes(app: FastifyInstance, deps: QueryDeps): Promise<void> {
  await app.register(async (scope) => {
    const watch = new ProjectionWatch({ ...deps, logger: app.log as ServiceOptions['logger'] });
    scope.addHook('onClose', () => watch.close());
    const models = new ReadModels(deps.pool, watch);
    const now = deps.now ?? (() => new Date());
    const { personalData, vlibrasUrl = null, primary = deps.pool, digestKey, limits } = deps;
    const attempts = new Attempts(primary, createKeyedDigest(digestKey), now, limits);
    const log = createDomainLog(deps.eventStore);
    const feed = new EventFeed({ models, watch, log });
    const context: QueryContext = { models, watch, log, personalData, feed, attempts, vlibrasUrl, now };
    for (const { mount } of await routesIn<QueryContext>(ROUTES)) mount(scope, context);
  });
}

/** The query service on its own. */
export async function buildQueryApp(
  deps: QueryDeps & Omit<ServiceOptions, 'callers'> & Partial<Pick<ServiceOptions, 'callers'>>,
): Promise<FastifyInstance> {
  const app = await buildService({ callers: createCallers(deps), ...deps });
  await app.register((scope) => registerQueryRoutes(scope, deps), { prefix: '/api' });
  return app;
}
