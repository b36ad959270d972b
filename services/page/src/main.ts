import {
  endInWords,
  loggerOptions,
  openTracing,
  readEnvironment,
  securityContact,
  servedHosts,
  stopOnSignal,
  giveBackStartMemory,
} from '@lacre/adapters';
import { Observation } from '@lacre/observability';
import pino from 'pino';

import { buildPageApp } from './index.ts';

endInWords();

/** The client and the description of the API in a process of its own, which opens no store. */
const environment = readEnvironment('page');
const logger = pino(loggerOptions(environment, 'page'));
const tracing = await openTracing('page', environment, logger);
const observation = new Observation({ service: 'page', log: logger, pools: {}, checks: [] });
const app = await buildPageApp({
  logger,
  trustedProxies: environment.TRUSTED_PROXIES,
  hosts: servedHosts(environment, environment.PUBLIC_URL),
  publicUrl: environment.PUBLIC_URL,
  contact: securityContact(environment),
  vlibrasUrl: environment.VLIBRAS_URL,
  onAnswered: observation.metrics.onAnswered,
});
await observation.listen({ host: environment.INTERNAL_HOST, port: environment.INTERNAL_PORT ?? 4415 });
await app.listen({ host: environment.HOST, port: environment.PORT ?? 4405 });

stopOnSignal(logger, async () => {
  await Promise.all([app.close(), observation.close()]);
  await tracing.close();
});
await giveBackStartMemory();
