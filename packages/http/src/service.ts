import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { ApiTokens, Callers } from '@lacre/access';
import type { OperationName } from '@lacre/contracts';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { Logger } from 'pino';
import { z } from 'zod';

import { authentication, type KeySource } from './authentication.ts';
import { compressAnswers } from './compression.ts';
import { declaredMethodsOf } from './declared-methods.ts';
import { callerAddress } from './network/addresses.ts';
import { assertServedHost } from './network/host-check.ts';
import { answerProblem, problemOf } from './problem.ts';
import { Refusal } from './refusal.ts';
import { traceIdOf, traceRequests } from './request-tracing.ts';
import { noteSecurity, type SecurityLog } from './security-log.ts';
import type { TransferLimits } from './transfers/transfers.ts';
import { watchBodies } from './transfers/watch-bodies.ts';

/** Whatever a schema has no words of its own for is said in Portuguese. */
z.config(z.locales.ptBR());

/** What is never written to a log, wherever it stands. */
export const REDACTED_PATHS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  '*.password',
  '*.token',
  'body.code',
  '*.cpf',
  '*.email',
];

/** A service that authenticates no caller. */
export interface PublicServiceOptions {
  logger: Logger;
  /** Number of reverse proxies in front whose `X-Forwarded-For` is believed; 0 believes none. */
  trustedProxies: number;
  /** Names that people and proxies reach the service by (`Host`), beside loopback ones; without them any is served. */
  hosts?: ReadonlySet<string> | undefined;
  /** Public address of the product. With https, responses carry HSTS (RFC 6797). */
  publicUrl?: string | undefined;
  /** Where sign-ins, refusals, limits, changes of access and exports are noted; without it nowhere. */
  securityLog?: SecurityLog | undefined;
  /** What bodies may take while they come in, beside the defaults. */
  transfers?: Partial<TransferLimits> | undefined;
  /** Answers what no route matches; without it, a problem. */
  notFound?: (request: FastifyRequest, reply: FastifyReply) => unknown;
  /** Called after each response, for metrics. */
  onAnswered?: ((answered: Answered) => void) | undefined;
  /** Addresses that others give us and that are answered by a route of another: asked before any route is chosen. */
  rewrite?: (address: string) => string;
}

export interface ServiceOptions extends PublicServiceOptions {
  keys: KeySource;
  /** Knows API tokens. */
  apiTokens: ApiTokens;
  /** Who callers are, beyond what their tokens say. */
  callers: Callers;
}

/** An answer that was given. */
interface Answered {
  /** Of the contracts; undefined for an address that is of none. */
  operation: OperationName | undefined;
  status: number;
  seconds: number;
}

/**
 * Time for requests in flight when a service ends, milliseconds. A caller who was refused before all of
 * what they send was read, and sends no more, would otherwise hold the end up for minutes.
 */
const LAST_ANSWERS_MS = 5000;

/** A year, and subdomains too (OWASP ASVS 5.0, 3.4.1). */
const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

/**
 * Checks answers by parsing them. The framework's own way encodes, and schemas that tidy what people type (CPF, phone,
 * CEP) have no inverse for that; tidying what is tidy changes nothing.
 */
const answerSerializer: FastifySerializerCompiler<z.ZodType> =
  ({ schema }) =>
  (answer) =>
    JSON.stringify(schema.parse(answer));

/**
 * A line for each answer of an operation; what asks for other addresses (files of the client, scanners) is for `debug`. It
 * has neither the address, in which links carry secrets, nor the caller's, which is personal data.
 */
function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { operation } = request.routeOptions.config;
  const { verifiedClaims, refusedWith: code } = request;
  const line = {
    operation,
    method: request.method,
    status: reply.statusCode,
    code,
    tenantId: verifiedClaims?.tenantId,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    trace_id: traceIdOf(request),
  };
  request.log[operation === undefined ? 'debug' : 'info'](line, 'answered');
}

/** An address that does not exist, as a problem. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .send({ ...problemOf('ROUTE_NOT_FOUND'), instance: request.id });
}

const REQUEST_ID = 'x-request-id';

/** A Fastify instance that speaks the product's contracts: zod schemas, bearer tokens, problems for errors. */
export async function buildService(options: ServiceOptions): Promise<FastifyInstance> {
  const app = await buildPublicService(options);
  const { keys, callers, apiTokens } = options;
  await app.register(authentication, { keys, callers, apiTokens });
  return app;
}

/** The same without authentication. */
export async function buildPublicService(options: PublicServiceOptions): Promise<FastifyInstance> {
  const { rewrite = (address) => address } = options;
  const app = Fastify({
    loggerInstance: options.logger,
    trustProxy: (_address: string, hop: number) => hop < options.trustedProxies,
    genReqId: () => randomUUID(),
    // The longest is a domain (RFC 1035, 2.3.4), with its letters escaped.
    routerOptions: { maxParamLength: 3 * 255 },
    // Addresses that the router itself refuses: without this they are answered by no problem.
    frameworkErrors: (error, request, reply) =>
      void answerProblem(error, request, reply.header(REQUEST_ID, request.id)),
    // What comes over a connection that is open already, while a service ends, is answered: it is the connection's last.
    return503OnClosing: false,
    // Routes are read and compiled as fast as the machine lets them be: on a busy one the start would be given up after 10 s.
    pluginTimeout: 0,
    rewriteUrl: ({ url = '/' }: IncomingMessage) => rewrite(url),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(answerSerializer);
  app.setErrorHandler(answerProblem);
  traceRequests(app);
  // Answers say what their request is called in the log, so that a user can quote it.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID, request.id);
    done();
  });
  // Before all that refuse: limits, the security log and the evidence go by this address.
  app.addHook('onRequest', (request, _reply, done) => {
    const { ips, ip } = request;
    Object.defineProperty(request, 'ip', { value: callerAddress(ips ?? [ip]) });
    done();
  });
  // No answer is what its type does not say (OWASP ASVS 5.0, 3.4.4).
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff');
    done();
  });
  const { hosts, publicUrl = '' } = options;
  // Before any that refuses, so that refusals carry it too.
  if (publicUrl.startsWith('https://'))
    app.addHook('onRequest', (_request, reply, done) => {
      void reply.header('strict-transport-security', STRICT_TRANSPORT);
      done();
    });
  if (hosts !== undefined)
    app.addHook('onRequest', (request, _reply, done) => {
      assertServedHost(request, hosts);
      done();
    });
  const { onAnswered } = options;
  app.addHook('onResponse', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    onAnswered?.({ operation, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    logAnswer(request, reply);
    done();
  });
  app.decorateRequest('verifiedClaims', undefined);
  app.decorateRequest('refusedWith', undefined);
  if (options.securityLog !== undefined) noteSecurity(app, options.securityLog);
  watchBodies(app, options.transfers);
  const { methodsOf, isOfAnotherPath } = declaredMethodsOf(app);
  const assertUnknown = (request: FastifyRequest): void => {
    if (methodsOf(request).length > 0) throw new Refusal('METHOD_NOT_ALLOWED');
  };
  // Before a body is read; a static folder that takes every GET says only later that it has no such file.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) assertUnknown(request);
    else if (isOfAnotherPath(request)) throw new Refusal('METHOD_NOT_ALLOWED');
    done();
  });
  const { notFound = answerNotFound } = options;
  app.setNotFoundHandler((request, reply) => {
    assertUnknown(request);
    return notFound(request, reply);
  });
  // RFC 9110, 15.5.6: a 405 names the methods that the address does take; none where it is switched off.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode === 405) {
      const others = methodsOf(request).filter((method) => method !== request.method);
      void reply.header('allow', others.join(', '));
    }
    done();
  });
  compressAnswers(app);
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS).unref();
    done();
  });
  return app;
}
