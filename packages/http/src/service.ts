import { randomUUID } from 'node:crypto';

import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';

import { authentication, type KeySource } from './authentication.ts';
import { answerProblem, problemOf } from './problem.ts';

/** What is never written to a log, wherever it stands. */
export const REDACTED_PATHS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  '*.password',
  '*.token',
  '*.code',
  '*.cpf',
  '*.email',
];

export interface ServiceOptions {
  logger: Logger;
  keys: KeySource;
  /** Number of reverse proxies in front whose `X-Forwarded-For` is believed; 0 believes none. */
  trustedProxies: number;
}

/** A Fastify instance that speaks the product's contracts: zod schemas, bearer tokens, problems for errors. */
export async function buildService(options: ServiceOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.logger,
    trustProxy: (_address: string, hop: number) => hop < options.trustedProxies,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    disableRequestLogging: true,
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .type('application/problem+json')
      .send({ ...problemOf('ROUTE_NOT_FOUND'), instance: request.id }),
  );
  await app.register(authentication, { keys: options.keys });
  return app;
}
