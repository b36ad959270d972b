export { admit, isPublic } from './admit.ts';
export type { Admission, AdmissionRefused, Admitted } from './admission.ts';
export {
  API_TOKEN_PREFIX,
  isApiToken,
  isWellFormedApiToken,
  remoteApiTokens,
  type ApiTokens,
  type KnownApiToken,
} from './api-tokens.ts';
export { createCallers, type Callers } from './callers.ts';
export { createTenantMoves, holdAppends, TenantAway, type TenantMoves } from './tenant-moves.ts';
export {
  claims,
  reaches,
  reachesContact,
  type Claims,
  type CompanyReach,
  type PersonPrincipal,
  type Principal,
  type ProvenAddress,
  type UserPrincipal,
} from './principal.ts';
