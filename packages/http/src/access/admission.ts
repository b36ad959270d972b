import { rules, type Rule, type RuleName } from '@lacre/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { Refusal } from '../refusal.ts';
import type { Principal } from './principal.ts';

/**
 * Holds a caller to an operation's rule: the token is verified, and then who carries it is looked up.
 *
 * @returns undefined for who needs not be signed in. @throws Refusal
 */
export async function admitted(
  app: FastifyInstance,
  allow: RuleName,
  request: FastifyRequest,
): Promise<Principal | undefined> {
  const rule: Rule = rules[allow];
  if (rule.callers === 'public') return undefined;
  const claims = await app.claimsOf(request);
  if (rule.callers !== 'user-or-person' && claims.kind !== rule.callers)
    throw new Refusal(
      rule.callers === 'user' ? 'AUTH_USER_WITHOUT_PERMISSION' : 'AUTH_PERSON_NO_AUTHORIZATION',
    );
  if (claims.kind === 'user' && claims.tokenId !== undefined && !rule.tokens)
    throw new Refusal('AUTH_METHOD_NOT_ALLOWED');
  const principal = await app.callers.admit(claims);
  if (principal.kind === 'user' && !rule.roles.includes(principal.role)) throw new Refusal(rule.refusal);
  return principal;
}
