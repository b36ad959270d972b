import { identifier, personAuthentication, role, type Scope } from '@lacre/contracts';
import { z } from 'zod';

/** What a verified token says of whoever carries it. */
export const claims = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('user'),
    sub: identifier,
    tenantId: identifier,
    role,
    name: z.string(),
    /** The session that it came from. */
    sid: identifier.optional(),
  }),
  z.object({
    kind: z.literal('person'),
    sub: identifier,
    tenantId: identifier,
    name: z.string(),
    /** What they leave when they sign out. */
    sid: identifier.optional(),
    /** How they came in; by an e-mailed code where the token does not say. */
    authentication: personAuthentication.optional(),
    /** The totem that they came in at, and whose user it is signed in as; absent elsewhere. */
    totem: z.object({ totemId: identifier, name: z.string(), userId: identifier }).optional(),
  }),
]);

type SignedClaims = z.output<typeof claims>;
/** What is known of a caller once their token is verified. */
export type Claims = UserClaims | PersonPrincipal;
export type UserClaims = Extract<SignedClaims, { kind: 'user' }> & {
  /** The API token that they act through. */
  tokenId?: string | undefined;
};
export type PersonPrincipal = Extract<SignedClaims, { kind: 'person' }>;

/** Companies whose data somebody reaches. */
export type CompanyReach = 'all' | readonly string[];

/** A user as the log has them at the moment of the call, whatever their token says. */
export interface UserPrincipal extends UserClaims {
  companies: CompanyReach;
  /** What their API token was given and where from it is accepted; absent without one. */
  grant?: TokenGrant;
}

export interface TokenGrant {
  scopes: readonly Scope[];
  /** CIDR blocks; empty is everywhere. */
  networks: readonly string[];
}

/** Who calls: the tenant comes from here and nowhere else. */
export type Principal = UserPrincipal | PersonPrincipal;

/** Whether the data of a company are within reach. */
export const reaches = (reach: CompanyReach, companyId: string): boolean =>
  reach === 'all' || reach.includes(companyId);
