import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';

import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

/** What other services ask for in a body is a secret or two. */
const BODY_LIMIT_BYTES = 1024;

export interface InternalAppOptions {
  log: FastifyBaseLogger;
  metrics: Metrics;
  readiness: Readiness;
}

/**
 * What operators and orchestrators ask a process, on a listener of its own that nothing leads to from outside:
 *
 * - `GET /livez`: 200 while the process answers at all; it asks nobody else, so that a database that is away starts no
 *   process anew.
 * - `GET /readyz`: 200 or 503, with each check and what is wrong.
 * - `GET /metrics`: for Prometheus.
 */
export function buildInternalApp({ log, metrics, readiness }: InternalAppOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    bodyLimit: BODY_LIMIT_BYTES,
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.get('/livez', () => ({ live: true }));
  app.get('/readyz', async (_request, reply) => {
    const report = await readiness.look();
    return reply.code(report.ready ? 200 : 503).send(report);
  });
  app.get('/metrics', async (_request, reply) => {
    const { body, contentType } = await metrics.text();
    return reply.type(contentType).send(body);
  });
  return app;
}
