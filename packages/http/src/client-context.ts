import type { ClientContext } from '@lacre/contracts';
import type { FastifyRequest } from 'fastify';

const COORDINATE = /^-?\d{1,3}(?:\.\d{1,15})?$/;

function text(request: FastifyRequest, header: string, maximum: number): string | undefined {
  const value = request.headers[header];
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return value.trim().slice(0, maximum);
}

function coordinate(request: FastifyRequest, header: string, bound: number): string | undefined {
  const value = text(request, header, 20);
  return value !== undefined && COORDINATE.test(value) && Math.abs(Number(value)) <= bound
    ? value
    : undefined;
}

/** Where the request says it comes from: address, agent, and the location headers of the source specification (7). */
export function clientContextOf(request: FastifyRequest): ClientContext {
  const context: Record<keyof ClientContext, string | undefined> = {
    ip: request.ip,
    userAgent: text(request, 'user-agent', 400),
    country: text(request, 'client-country', 100),
    state: text(request, 'client-state', 100),
    latitude: coordinate(request, 'client-latitude', 90),
    longitude: coordinate(request, 'client-longitude', 180),
  };
  return Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined));
}
