import type { FastifyRequest } from 'fastify';

import { Refusal } from '../refusal.ts';
import { isLoopbackName, isSameAddress } from './addresses.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked by other services under their internal names: not held to the names that people use. */
    anyHost?: boolean;
  }
}

/** The name of a `Host` header, lower-case, without port and trailing dot; undefined when it is malformed. */
export function hostNameOf(header: string | undefined): string | undefined {
  if (header === undefined || !/^[\w.:[\]%-]+$/.test(header)) return undefined;
  try {
    return new URL(`http://${header}`).hostname.replace(/\.$/, '') || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Refuses a request that names another host: by DNS rebinding, a page of a stranger's would otherwise speak to the
 * product as if it were its own origin. Loopback names and the address that was connected to cannot be rebound.
 *
 * @param names beside those, lower-case
 * @throws Refusal MALFORMED_REQUEST, HOST_NOT_SERVED (RFC 9110 §15.5.20)
 */
export function assertServedHost(request: FastifyRequest, names: ReadonlySet<string>): void {
  if (request.routeOptions.config.anyHost === true) return;
  const host = hostNameOf(request.headers.host);
  // Node keeps the first of several, and a proxy in front may have read another (RFC 9112 §3.2).
  const given = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
  if (host === undefined || given.length > 1)
    throw new Refusal('MALFORMED_REQUEST', { detail: 'O cabeçalho Host falta ou está malformado.' });
  if (names.has(host) || isLoopbackName(host)) return;
  const { localAddress } = request.raw.socket;
  if (localAddress !== undefined && isSameAddress(host, localAddress)) return;
  throw new Refusal('HOST_NOT_SERVED', {
    detail:
      'Abra o Lacre pelo endereço desta instalação. Quem a administra define esse endereço em PUBLIC_URL, e outros nomes em ALLOWED_HOSTS.',
  });
}
