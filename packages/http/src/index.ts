export {
  API_TOKEN_PREFIX,
  remoteApiTokens,
  type ApiTokens,
  type KnownApiToken,
} from './access/api-tokens.ts';
export { createCallers, type Callers } from './access/callers.ts';
export {
  reaches,
  reachesContact,
  type Claims,
  type CompanyReach,
  type PersonPrincipal,
  type Principal,
  type ProvenAddress,
  type UserPrincipal,
} from './access/principal.ts';
export * from './authentication.ts';
export { clientContextOf } from './client-context.ts';
export { drain } from './drain.ts';
export { openApiDocument } from './openapi.ts';
export { answerProblem, problemOf } from './problem.ts';
export { Refusal, type FieldError } from './refusal.ts';
export { route, type Call } from './route.ts';
export { REDACTED_PATHS, answerNotFound, buildService, type ServiceOptions } from './service.ts';
