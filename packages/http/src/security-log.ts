import type { Claims } from '@lacre/access';
import { securityOperations, type ErrorCode, type SecurityKind } from '@lacre/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { addressGroup } from './network/addresses.ts';

/** A line of the security log: ids, and no name, address, e-mail, CPF, code or secret. */
export interface SecurityEntry {
  at: Date;
  kind: SecurityKind;
  /** As the contracts name it; undefined where no operation was reached. */
  operation: string | undefined;
  status: number;
  code: ErrorCode | undefined;
  tenantId: string | undefined;
  caller: { kind: 'user' | 'person'; id: string; tokenId: string | undefined } | undefined;
  /** Address or /64: to be kept as a keyed digest. */
  address: string;
  requestId: string;
}

/** Where lines go. Returns at once and never throws: a request does not wait for its line, nor fail with it. */
export interface SecurityLog {
  note(entry: SecurityEntry): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the request's verified token, or of the session that it opened. */
    verifiedClaims: Claims | undefined;
    refusedWith: ErrorCode | undefined;
  }
}

/** Refusals that are lines: not known, not allowed, not by this way, another host, too slow, too often, too much. */
const REFUSALS: Readonly<Record<number, SecurityKind>> = {
  401: 'refused',
  403: 'refused',
  405: 'refused',
  408: 'limited',
  421: 'refused',
  429: 'limited',
};

/** Not visible from their status alone: links, invitations, codes, passwords and CPFs that may be guesses. */
const REFUSAL_CODES: { readonly [Code in ErrorCode]?: SecurityKind } = {
  AUTH_PERSON_NOT_FOUND: 'refused',
  CODE_INVALID: 'refused',
  INVITATION_INVALID: 'refused',
  LINK_INVALID: 'refused',
  PASSKEY_INVALID: 'refused',
  WRONG_CURRENT_PASSWORD: 'refused',
  TOO_MANY_UPLOADS: 'limited',
};

function kindOf(operation: string | undefined, status: number, code: ErrorCode | undefined) {
  const noted = operation === undefined ? undefined : securityOperations.get(operation)?.kind;
  if (status < 300) return noted;
  const refused = (code && REFUSAL_CODES[code]) ?? REFUSALS[status];
  return refused === 'refused' && noted === 'sign-in' ? 'sign-in-refused' : refused;
}

/** Notes every sign-in, refusal, limit, change of access and export of a service, once it has been answered. */
export function noteSecurity(
  app: FastifyInstance,
  log: SecurityLog,
  now: () => Date = () => new Date(),
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    const kind = kindOf(operation, reply.statusCode, request.refusedWith);
    if (kind !== undefined)
      log.note({ ...entryOf(request), at: now(), kind, operation, status: reply.statusCode });
    done();
  });
}

function entryOf(request: FastifyRequest) {
  const { verifiedClaims: claims, refusedWith: code, ip, id: requestId } = request;
  const caller = claims && {
    kind: claims.kind,
    id: claims.sub,
    tokenId: claims.kind === 'user' ? claims.tokenId : undefined,
  };
  return { code, tenantId: claims?.tenantId, caller, address: addressGroup(ip), requestId };
}
