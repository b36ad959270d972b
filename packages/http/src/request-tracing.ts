import { contextOf, isTracing, markFailed, spanContextOf, startSpan } from '@lacre/tracing';
import { context, trace, type Context } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the request's span; undefined where none is made. */
    traceContext: Context | undefined;
  }
}

const traceparentOf = ({ headers: { traceparent } }: FastifyRequest): string | undefined =>
  typeof traceparent === 'string' ? traceparent : undefined;

/** The trace of a request, whether or not it is exported; undefined where neither the caller nor we have begun one. */
export function traceIdOf(request: FastifyRequest): string | undefined {
  const own = request.traceContext && trace.getSpanContext(request.traceContext);
  return (own ?? spanContextOf(traceparentOf(request), 'stranger'))?.traceId;
}

/**
 * A span for each answer, named as OpenTelemetry's conventions for HTTP servers say. It has the route, and no address:
 * links carry secrets, and queries what people look for.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('traceContext', undefined);
  if (!isTracing()) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route, config } = request.routeOptions;
    const parent = contextOf(traceparentOf(request), 'stranger');
    const span = startSpan(route === undefined ? request.method : `${request.method} ${route}`, {
      kind: 'server',
      parent,
      mayBeRoot: true,
      attributes: {
        'http.request.method': request.method,
        ...(route !== undefined && { 'http.route': route }),
        ...(config.operation !== undefined && { 'lacre.operation': config.operation }),
        'lacre.request.id': request.id,
      },
    });
    if (span === undefined) return done();
    request.traceContext = trace.setSpan(parent, span);
    // Whether it was answered or the caller hung up.
    reply.raw.once('close', () => {
      const { verifiedClaims, refusedWith } = request;
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (verifiedClaims !== undefined) span.setAttribute('lacre.tenant.id', verifiedClaims.tenantId);
      if (refusedWith !== undefined) span.setAttribute('lacre.problem.code', refusedWith);
      if (reply.statusCode >= 500) markFailed(span, undefined);
      span.end();
    });
    return context.with(request.traceContext, done);
  });
  // What parses a body calls back from the connection, which is of no request.
  app.addHook('preValidation', (request, _reply, done) =>
    context.with(request.traceContext ?? context.active(), done),
  );
}
