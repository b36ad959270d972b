import {
  operations,
  rules,
  type OperationName,
  type OperationShape,
  type Rule,
  type Scope,
} from '@lacre/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { Refusal } from '../refusal.ts';
import { isWithin } from './networks.ts';
import type { Principal, TokenGrant } from './principal.ts';

/**
 * Holds a caller to an operation's rule: the token is verified, and then who carries it is looked up. An API token is
 * also held to its networks and to the scope of the operation.
 *
 * @returns undefined for who needs not be signed in. @throws Refusal
 */
export async function admitted(
  app: FastifyInstance,
  name: OperationName,
  request: FastifyRequest,
): Promise<Principal | undefined> {
  const operation: OperationShape = operations[name];
  const rule: Rule = rules[operation.allow];
  if (rule.callers === 'public') return undefined;
  const claims = await app.claimsOf(request);
  request.verifiedClaims = claims;
  if (rule.callers !== 'user-or-person' && claims.kind !== rule.callers)
    throw new Refusal(
      rule.callers === 'user' ? 'AUTH_USER_WITHOUT_PERMISSION' : 'AUTH_PERSON_NO_AUTHORIZATION',
    );
  if (claims.kind === 'user' && claims.tokenId !== undefined && !rule.tokens)
    throw new Refusal('AUTH_METHOD_NOT_ALLOWED');
  const principal = await app.callers.admit(claims);
  if (principal.kind === 'user') {
    if (principal.grant !== undefined) assertGranted(principal.grant, operation.scope, request.ip);
    if (!rule.roles.includes(principal.role)) throw new Refusal(rule.refusal);
  }
  return principal;
}

/** @throws Refusal TOKEN_NETWORK_NOT_ALLOWED, TOKEN_SCOPE_REQUIRED, AUTH_METHOD_NOT_ALLOWED */
function assertGranted({ scopes, networks }: TokenGrant, needed: Scope | undefined, address: string): void {
  if (networks.length > 0 && !isWithin(networks, address)) throw new Refusal('TOKEN_NETWORK_NOT_ALLOWED');
  if (needed === undefined) throw new Refusal('AUTH_METHOD_NOT_ALLOWED');
  if (!scopes.includes(needed))
    throw new Refusal('TOKEN_SCOPE_REQUIRED', { detail: `Escopo exigido: ${needed}.` });
}
