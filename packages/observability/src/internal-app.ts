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
 * Probes and metrics, on an internal listener:
 *
 * - `GET /livez`: liveness probe, 200. It checks no dependency: restarting the process mends none.
 * - `GET /readyz`: readiness probe, 200 or 503, with the outcome of each check.
 * - `GET /metrics`: metrics in the text format of Prometheus.
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
