import {
  operations,
  rules,
  type OperationName,
  type OperationShape,
  type Rule,
  type Scope,
} from '@lacre/contracts';

import { refused, type Admission, type AdmissionRefused } from './admission.ts';
import type { Callers } from './callers.ts';
import { isWithin } from './networks.ts';
import type { Claims, TokenGrant } from './principal.ts';

const shapeOf = (name: OperationName): OperationShape => operations[name];
const ruleOf = (name: OperationName): Rule => rules[shapeOf(name).allow];

/** Whether an operation is answered without knowing who asks. */
export const isPublic = (name: OperationName): boolean => ruleOf(name).callers === 'public';

/**
 * Holds a caller to an operation's rule, as the log has them at this moment. An API token is also held to its networks
 * and to the scope of the operation.
 *
 * @param claims of a verified token
 * @param address IP address that the request came from
 * @returns one of the refusals of the rule, of `Callers`, AUTH_USER_WITHOUT_PERMISSION, AUTH_PERSON_NO_AUTHORIZATION,
 *   AUTH_METHOD_NOT_ALLOWED, TOKEN_NETWORK_NOT_ALLOWED or TOKEN_SCOPE_REQUIRED, where the caller is not let in
 * @throws EventStoreUnavailable
 */
export async function admit(
  callers: Callers,
  name: OperationName,
  claims: Claims,
  address: string,
): Promise<Admission> {
  const rule = ruleOf(name);
  if (rule.callers !== 'user-or-person' && claims.kind !== rule.callers)
    return refused(rule.callers === 'user' ? 'AUTH_USER_WITHOUT_PERMISSION' : 'AUTH_PERSON_NO_AUTHORIZATION');
  if (claims.kind === 'user' && claims.tokenId !== undefined && !rule.tokens)
    return refused('AUTH_METHOD_NOT_ALLOWED');
  const admission = await callers.admit(claims);
  if (!admission.admitted || admission.principal.kind === 'person') return admission;
  const { grant, role } = admission.principal;
  const ungranted = grant && grantRefusal(grant, shapeOf(name).scope, address);
  if (ungranted !== undefined) return ungranted;
  return rule.roles.includes(role) ? admission : refused(rule.refusal);
}

function grantRefusal(
  { scopes, networks }: TokenGrant,
  needed: Scope | undefined,
  address: string,
): AdmissionRefused | undefined {
  if (networks.length > 0 && !isWithin(networks, address)) return refused('TOKEN_NETWORK_NOT_ALLOWED');
  if (needed === undefined) return refused('AUTH_METHOD_NOT_ALLOWED');
  return scopes.includes(needed) ? undefined : refused('TOKEN_SCOPE_REQUIRED', `Escopo exigido: ${needed}.`);
}
