import { z } from 'zod';

import {
  domain,
  emailDomain,
  identifier,
  origin,
  paragraph,
  sha256,
  tenantSettings,
  timestamp,
} from '../fields.ts';
import { MAX_REASON_LENGTH } from '../limits.ts';

const reference = { tenantId: identifier };
/** Who is offered the administration, and by whom. */
const offer = { ...reference, offerId: identifier, userId: identifier, offererId: identifier };

/** The move of a tenant to another installation, or from there. */
const move = { ...reference, moveId: identifier };

/** Stream `tenant-…`, after TenantRegistered. */
export const tenantEvents = {
  /** By the operator: its users are refused until it is active again. */
  TenantDeactivated: z.strictObject({ ...reference, reason: paragraph(MAX_REASON_LENGTH) }),
  TenantActivated: z.strictObject(reference),
  /** What stands here is all of it: what is absent is not set from now on. */
  TenantSettingsChanged: z.strictObject({ ...reference, settings: tenantSettings }),
  /** Without an image: it was taken away. */
  TenantImageChanged: z.strictObject({
    ...reference,
    name: z.enum(['logo', 'bg']),
    image: z.strictObject({ sha256, mediaType: z.enum(['image/jpeg', 'image/png']) }).optional(),
  }),
  /** login: an address of `/login/{domain}` · email: users' addresses are of one of these, when there are any. */
  TenantDomainAdded: z.discriminatedUnion('kind', [
    z.strictObject({ ...reference, kind: z.literal('login'), domain }),
    z.strictObject({ ...reference, kind: z.literal('email'), domain: emailDomain }),
  ]),
  TenantDomainRemoved: z.discriminatedUnion('kind', [
    /** `primary` is the address that people are shown from now on. */
    z.strictObject({ ...reference, kind: z.literal('login'), domain, primary: domain }),
    z.strictObject({ ...reference, kind: z.literal('email'), domain: emailDomain }),
  ]),
  /**
   * Who administers the tenant is decided here, for all of it at once. `grantId` distinguishes two grants of one user:
   * their own stream names the one that their role is of.
   */
  TenantAdministratorAdded: z.strictObject({ ...reference, userId: identifier, grantId: identifier }),
  /** `offerId`: what they had offered was accepted. */
  TenantAdministratorRemoved: z.strictObject({
    ...reference,
    userId: identifier,
    grantId: identifier,
    offerId: identifier.optional(),
  }),
  /** An administrator hands over: nothing changes before the other accepts. */
  AdministrationOffered: z.strictObject({ ...offer, expiresAt: timestamp }),
  /** They administer from now on, by a grant of the offer's id; the user who offered it is removed next. */
  AdministrationAccepted: z.strictObject(offer),
  AdministrationOfferEnded: z.strictObject({ ...offer, how: z.enum(['withdrawn', 'declined']) }),
  /** Commands and jobs of the tenant are held from here on, while what it has is copied to the installation at `address`. */
  TenantMoveBegan: z.strictObject({ ...move, address: origin }),
  /** It stays, and goes on. */
  TenantMoveAbandoned: z.strictObject(move),
  /** Final: it is at `address` from here on, and what is left here is no longer its own. */
  TenantMovedOut: z.strictObject({ ...move, address: origin }),
  /** In the log that it was copied to, or that it comes back to: it goes on here. `address` is where it was until now. */
  TenantMovedIn: z.strictObject({ ...move, address: origin }),
  /**
   * After TenantMovedOut, by the operator: the keys of its people, its files and its rows are removed here, once the
   * installation that has it now showed as many `events` of it with this hash.
   */
  TenantMoveForgotten: z.strictObject({ ...move, address: origin, events: z.int().positive(), sha256 }),
} as const;
