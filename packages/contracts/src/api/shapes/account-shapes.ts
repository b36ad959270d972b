import { z } from 'zod';

import { codeChannel, identifier, personAuthentication, role, sealLevel, timestamp } from '../../fields.ts';
import { processSummary } from './process-shapes.ts';

/** Answers about who is signed in, and about the account. */

export const currentUser = z
  .object({
    uid: identifier,
    name: z.string(),
    /** As `name`: what an identity calls it (source specification, 3). */
    displayName: z.string(),
    email: z.string(),
    /** They have shown that the address is theirs. */
    emailVerified: z.boolean(),
    role,
    active: z.boolean(),
    cpf: z.string().nullable(),
    externalId: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    /** Path under `/api` of their picture; it changes with the picture. */
    photoURL: z.string().nullable(),
    /** What a common user reaches; of no meaning to other roles. */
    companyIds: z.array(identifier),
    tenant: z.object({ tenantId: identifier, name: z.string(), domain: z.string() }),
  })
  .meta({ id: 'CurrentUser' });

/** A JWT for the `Authorization: Bearer` header; `expiresAt` is when to fetch the next one. */
export const session = z
  .object({ token: z.string(), expiresAt: timestamp, user: currentUser })
  .meta({ id: 'Session' });

/** One of the contacts that a person's processes were sent to; `contact` is presented to get the code there. */
const contactChoice = z.object({
  contact: z.string(),
  /** Enough for its owner to recognise it. */
  masked: z.string(),
});

/** Where a one-time code went, so that its owner knows where to look. */
export const sentCode = z
  .object({
    /** Masked; null where an address must not disclose whether it is registered. */
    sentTo: z.string().nullable(),
    channel: codeChannel,
    expiresInSeconds: z.number().int(),
    /** Several contacts, of which one is to be chosen: no code was sent yet. */
    contacts: z.array(contactChoice).optional(),
  })
  .meta({ id: 'SentCode' });

/** What a link of an invitation says to its holder, who is not known yet: what its mail said, and nothing of the signer. */
export const signingInvitation = z
  .object({
    tenantName: z.string(),
    /** `#rrggbb`, of the account's own buttons. */
    primaryColor: z.string().nullable(),
    logoUrl: z.string().nullable(),
    requesterName: z.string(),
    companyName: z.string(),
    summary: z.string(),
    documents: z.number().int(),
    deadline: timestamp.nullable(),
    /** Where texts are sent that are to be shown in Libras; null where that is not offered. */
    signLanguageHost: z.string().nullable(),
  })
  .meta({ id: 'SigningInvitation' });

/** A device that may come in without a code. */
export const personDevice = z
  .object({
    deviceId: identifier,
    /** What it said of itself: `User-Agent`. */
    userAgent: z.string().nullable(),
    place: z.string().nullable(),
    /** The contact that it needs no code for, masked. */
    contact: z.string(),
    rememberedAt: timestamp,
    lastUsedAt: timestamp,
    expiresAt: timestamp,
    /** The one that asks. */
    current: z.boolean(),
  })
  .meta({ id: 'PersonDevice' });

export const signingSession = z
  .object({
    token: z.string(),
    expiresAt: timestamp,
    person: z.object({ personId: identifier, name: z.string(), cpf: z.string() }),
    /** How they came in: by a code, or by a device that was confirmed by one before. */
    authentication: personAuthentication,
    /** Proven contacts, masked: the session reaches what was sent to them, and nothing else. */
    contacts: z.array(z.string()),
    /** Contacts that other processes of the person were sent to, where they came in without a link. */
    others: z.array(contactChoice),
  })
  .meta({ id: 'SigningSession' });

export const credits = z
  .object({ balance: z.number().int(), reserved: z.number().int(), consumed: z.number().int() })
  .meta({ id: 'Credits' });

export const dashboard = z
  .object({
    waiting: z.number().int(),
    finished: z.number().int(),
    rejected: z.number().int(),
    canceled: z.number().int(),
    companies: z.number().int(),
    persons: z.number().int(),
    /** Common users who are active and assigned to no company, and so see no process; 0 for one of them. */
    usersWithoutCompany: z.number().int(),
    credits,
    recent: z.array(processSummary),
  })
  .meta({ id: 'Dashboard' });

/** How far lists and queries are that are being built from the log; `null` where it is not known yet, or over. */
export const readModelsStatus = z
  .object({
    /** Those that cannot be answered yet, or are, from an earlier version. */
    rebuilding: z.boolean(),
    /** By position in the log. */
    percent: z.number().int().min(0).max(100).nullable(),
    eventsLeft: z.number().int().min(0).nullable(),
    secondsLeft: z.number().int().min(0).nullable(),
  })
  .meta({ id: 'ReadModelsStatus' });

/** The certificate that seals, for those who run the account. */
export const sealStatus = z
  .object({
    level: sealLevel,
    certificateSubject: z.string(),
    certificateIssuer: z.string(),
    notAfter: timestamp,
    daysLeft: z.number().int(),
    /** It ends within 60 days, or has ended, and is not replaced by the platform itself. */
    expiresSoon: z.boolean(),
    localAuthority: z.boolean(),
  })
  .meta({ id: 'SealStatus' });
