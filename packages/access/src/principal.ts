import {
  codeChannel,
  identifier,
  isProvenBy,
  personAuthentication,
  role,
  timestamp,
  type Contact,
  type Scope,
} from '@lacre/contracts';
import { z } from 'zod';

/**
 * An address of a person that a one-time code was answered at: for this session, or earlier on a device that was
 * remembered for the address.
 */
const provenAddress = z.object({
  channel: codeChannel,
  address: z.string(),
  method: z.enum(['session-code', 'known-device']),
  codeSentAt: timestamp,
  codeAnsweredAt: timestamp,
  /** Of `known-device`. */
  deviceId: identifier.optional(),
});
export type ProvenAddress = z.output<typeof provenAddress>;

/** The claims of a verified token. */
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
    /** What was sent to these addresses is theirs in this session. A token without them reaches no process. */
    proven: z.array(provenAddress).optional(),
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

/** Companies whose data the principal reaches. */
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

/** Whether what was sent to the contact is within reach of the person's session. */
export const reachesContact = ({ proven = [] }: Pick<PersonPrincipal, 'proven'>, contact: Contact): boolean =>
  isProvenBy(contact, proven);
