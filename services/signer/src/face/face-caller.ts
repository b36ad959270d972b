import type { Principal } from '@lacre/access';
import type { Actor, ClientContext } from '@lacre/contracts';
import type { FastifyRequest } from 'fastify';

import type { FacePerson } from './record-face.ts';

interface FaceCall {
  principal: Principal;
  request: FastifyRequest;
  client: ClientContext;
}

/** By whom, and from where, an event of a face is recorded. */
export function faceCallerOf({ principal, request, client }: FaceCall): FacePerson {
  const { kind, sub: id, name } = principal;
  const token = kind === 'user' && principal.tokenId !== undefined ? { tokenId: principal.tokenId } : {};
  const actor = { kind, id, name, ...token } as Actor;
  const proven = principal.kind === 'person' ? (principal.proven ?? []) : [];
  return { personId: id, proven, actor, correlationId: request.id, client };
}
