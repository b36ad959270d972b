import type { EventStore } from '@lacre/event-store';
import { buildService, createCallers, type ServiceOptions } from '@lacre/http';
import type { PersonalData } from '@lacre/personal-data';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';

import { EventFeed } from './event-feed.ts';
import { ProjectionWatch } from './projection-watch.ts';
import { ReadModels } from './read-models.ts';
import { companyUsersRoute } from './routes/company-users.ts';
import { creditStatementRoute } from './routes/credit-statement.ts';
import { currentUserRoute } from './routes/current-user.ts';
import { dashboardRoute } from './routes/dashboard.ts';
import { eventFeedRoute } from './routes/event-feed.ts';
import { exportPersonRoute } from './routes/export-person.ts';
import { exportUserRoute } from './routes/export-user.ts';
import { getCompanyRoute } from './routes/get-company.ts';
import { getDownloadRoute } from './routes/get-download.ts';
import { getEnvelopeRoute } from './routes/get-envelope.ts';
import { getPersonRoute } from './routes/get-person.ts';
import { getProcessRoute } from './routes/get-process.ts';
import { getSignerGroupRoute } from './routes/get-signer-group.ts';
import { getTemplateRoute } from './routes/get-template.ts';
import { listCompaniesRoute } from './routes/list-companies.ts';
import { listDomainsRoute } from './routes/list-domains.ts';
import { listDownloadsRoute } from './routes/list-downloads.ts';
import { listEnvelopesRoute } from './routes/list-envelopes.ts';
import { listPersonsRoute } from './routes/list-persons.ts';
import { listProcessesRoute } from './routes/list-processes.ts';
import { listSignaturesRoute } from './routes/list-signatures.ts';
import { listSignerGroupsRoute } from './routes/list-signer-groups.ts';
import { listTagsRoute } from './routes/list-tags.ts';
import { listTemplatesRoute } from './routes/list-templates.ts';
import { listTokensRoute } from './routes/list-tokens.ts';
import { listTotemsRoute } from './routes/list-totems.ts';
import { listUsersRoute } from './routes/list-users.ts';
import { processMomentRoute } from './routes/process-moment.ts';
import { processTimelineRoute } from './routes/process-timeline.ts';
import { securityEventsRoute } from './routes/security-events.ts';
import { tenantBrandingRoute } from './routes/tenant-branding.ts';
import { tenantCreditsRoute } from './routes/tenant-credits.ts';
import { tenantEventsRoute } from './routes/tenant-events.ts';
import { tenantSettingsRoute } from './routes/tenant-settings.ts';
import { getWebhookRoute, listWebhookDeliveriesRoute, listWebhooksRoute } from './routes/webhooks.ts';

export interface QueryDeps {
  /** Of a role that may `set role lacre_query`, on a database migrated with `migrateQuery`. */
  pool: Pool;
  /** For the timeline, and for the order of positions. */
  eventStore: EventStore;
  /** Where in the log somebody is spoken of. */
  personalData: PersonalData;
  /** What is over and what is not, by whose clock. */
  now?: () => Date;
}

const readModelRoutes = [
  currentUserRoute,
  listUsersRoute,
  listTokensRoute,
  listTotemsRoute,
  companyUsersRoute,
  tenantBrandingRoute,
  tenantCreditsRoute,
  creditStatementRoute,
  tenantSettingsRoute,
  listDomainsRoute,
  listCompaniesRoute,
  getCompanyRoute,
  listPersonsRoute,
  getPersonRoute,
  listProcessesRoute,
  getProcessRoute,
  listTagsRoute,
  dashboardRoute,
  listSignaturesRoute,
  listDownloadsRoute,
  getDownloadRoute,
  listWebhooksRoute,
  getWebhookRoute,
  listWebhookDeliveriesRoute,
  listTemplatesRoute,
  getTemplateRoute,
  listEnvelopesRoute,
  getEnvelopeRoute,
  listSignerGroupsRoute,
  getSignerGroupRoute,
];

/** Mounts every query of the contracts. Keeps one connection for news of progress until the app closes. */
export async function registerQueryRoutes(app: FastifyInstance, deps: QueryDeps): Promise<void> {
  await app.register(async (scope) => {
    const watch = new ProjectionWatch({ ...deps, logger: app.log as ServiceOptions['logger'] });
    scope.addHook('onClose', () => watch.close());
    const models = new ReadModels(deps.pool, watch);
    const now = deps.now ?? (() => new Date());
    for (const mount of readModelRoutes) mount(scope, models, now);
    processTimelineRoute(scope, deps.eventStore);
    processMomentRoute(scope, deps.eventStore);
    tenantEventsRoute(scope, models, deps.eventStore);
    securityEventsRoute(scope, models);
    eventFeedRoute(scope, new EventFeed({ models, watch, eventStore: deps.eventStore }));
    exportPersonRoute(scope, deps, now);
    exportUserRoute(scope, deps, now);
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
