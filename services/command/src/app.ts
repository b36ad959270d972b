import { buildService, routesIn, type ServiceOptions } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import type { CommandService } from './service.ts';

const ROUTES = new URL('routes/', import.meta.url);

/** Mounts the routes; the caller registers it under the prefix `/api`. */
export async function registerCommandRoutes(app: FastifyInstance, service: CommandService): Promise<void> {
  for (const { mount } of await routesIn<CommandService>(ROUTES)) mount(app, service);
}

/** The service alone, as `main.ts` runs it. `trustedProxies`: see `buildService` of `@lacre/http`. */
export async function buildCommandApp(
  service: CommandService,
  options: Pick<
    ServiceOptions,
    'trustedProxies' | 'hosts' | 'publicUrl' | 'transfers' | 'securityLog' | 'onAnswered'
  >,
): Promise<FastifyInstance> {
  const app = await buildService({
    logger: service.log,
    keys: service.keys,
    callers: service.callers,
    apiTokens: service.apiTokens,
    ...options,
  });
  await app.register((scope) => registerCommandRoutes(scope, service), { prefix: '/api' });
  return app;
}
