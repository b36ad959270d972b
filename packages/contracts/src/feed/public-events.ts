import { z } from 'zod';

import { feedPlaceOf, type FedEventType } from '../descriptions/index.ts';
import type { EventType } from '../events/index.ts';
import {
  companyIds,
  identifier,
  part,
  role,
  sealFailure,
  sealLevel,
  sha256,
  signingGroup,
  timestamp,
} from '../fields.ts';
import { bare, fact, type PublicEvent, type PublicFact } from './public-event.ts';

type PublicFacts = { readonly [Type in FedEventType]: PublicFact<Type> };

const companyData = z.object({
  cnpj: z.string().optional(),
  companyName: z.string(),
  tradingName: z.string().optional(),
  externalId: z.string().optional(),
  active: z.boolean(),
});
const zip = z.object({ fileCount: z.number().int(), sizeBytes: z.number().int() });
const credit = z.object({ amount: z.number().int() });
const reason = z.object({ reason: z.string().nullable() });

const tagged = z.object({ tagId: identifier, name: z.string() });
const tagOf = ({ tagId, name }: z.output<typeof tagged>) => ({ tagId, name });

/** Facts of a tenant and of those who work in it. */
const ofTenant = {
  TenantRegistered: bare(),
  TenantDeactivated: bare(),
  TenantActivated: bare(),
  UserCreated: fact(z.object({ role, companyIds }), (data) => ({
    role: data.role,
    companyIds: data.companyIds ?? [],
  })),
  UserEdited: bare(),
  UserRoleChanged: fact(z.object({ role }), (data) => ({ role: data.role })),
  UserCompaniesAssigned: fact(z.object({ companyIds }), (data) => ({ companyIds: data.companyIds })),
  UserDeactivated: bare(),
  UserActivated: bare(),
  UserErased: bare(),
  UserRemoved: bare(),
  ApiTokenIssued: fact(
    z.object({ description: z.string(), expiresAt: timestamp.nullable() }),
    (data) => ({ description: data.description, expiresAt: data.expiresAt ?? null }),
    (data) => ({ userId: data.issuerId }),
  ),
  ApiTokenRevoked: bare((data) => ({
    userId: data.issuerId,
  })),
  WebhookCreated: bare(),
  WebhookRemoved: bare(),
  WebhookDisabled: fact(z.object({ failingSince: timestamp }), (data) => ({
    failingSince: data.failingSince,
  })),
  TagCreated: fact(tagged, tagOf),
  TagRenamed: fact(tagged, tagOf),
  TagRemoved: fact(tagged.pick({ tagId: true }), ({ tagId }) => ({ tagId })),
  CreditsGranted: fact(credit, (data) => ({
    amount: data.amount,
  })),
  MonthlyCreditsSet: fact(z.object({ amount: z.number().int().nonnegative() }), (data) => ({
    amount: data.amount,
  })),
  CreditsReserved: fact(credit, (data) => ({ amount: data.amount })),
  CreditsConsumed: fact(credit, (data) => ({
    amount: data.amount,
  })),
  CreditsRefunded: fact(credit, (data) => ({
    amount: data.amount,
  })),
} satisfies Partial<PublicFacts>;

/** Facts of whom and what the tenant keeps. Of persons only their ids: the rest is read from the API. */
const ofRegister = {
  CompanyCreated: fact(companyData, ({ cnpj, fields: { companyName, tradingName, externalId, active } }) => ({
    cnpj,
    companyName,
    tradingName,
    externalId,
    active,
  })),
  CompanyEdited: fact(
    companyData.omit({ cnpj: true }),
    ({ fields: { companyName, tradingName, externalId, active } }) => ({
      companyName,
      tradingName,
      externalId,
      active,
    }),
  ),
  CompanyActivated: bare(),
  CompanyDeactivated: bare(),
  CompanyRemoved: bare(),
  PersonCreated: bare(),
  PersonBatchCreated: fact(z.object({ personIds: z.array(identifier) }), (data) => ({
    personIds: data.personIds,
  })),
  PersonEdited: bare(),
  /** Who keeps copies of what is theirs has to erase them too. */
  PersonErased: bare(),
  PersonRemoved: bare(),
} satisfies Partial<PublicFacts>;

/** Facts of what processes are made from; what it holds is read from the API. */
const ofTemplates = {
  TemplateCreated: bare(),
  TemplateEdited: bare(),
  TemplateRemoved: bare(),
  EnvelopeCreated: bare(),
  EnvelopeEdited: bare(),
  EnvelopeRemoved: bare(),
  SignerGroupCreated: bare(),
  SignerGroupEdited: bare(),
  SignerGroupRemoved: bare(),
} satisfies Partial<PublicFacts>;

/** Facts of a process, of its documents and signatures. */
const ofProcess = {
  ProcessCreated: fact(
    z.object({
      summary: z.string(),
      documents: z.array(
        z.object({
          documentId: identifier,
          name: z.string(),
          sha256,
          sizeBytes: z.number().int(),
          pages: z.number().int(),
        }),
      ),
      participants: z.array(
        z.object({
          personId: identifier,
          part,
          group: signingGroup,
          /** In whose name they sign, at that person's request. */
          atRequestOfPersonId: identifier.nullable(),
        }),
      ),
      minimumSignatories: z.number().int(),
      deadline: timestamp.nullable(),
    }),
    (data) => ({
      summary: data.summary,
      documents: data.documents.map(({ documentId, name, sha256: hash, sizeBytes, pages }) => ({
        documentId,
        name,
        sha256: hash,
        sizeBytes,
        pages,
      })),
      participants: data.participants.map(({ personId, part: own, group, atRequestOf }) => ({
        personId,
        part: own,
        group: group ?? 1,
        atRequestOfPersonId: atRequestOf?.personId ?? null,
      })),
      minimumSignatories: data.minimumSignatories,
      deadline: data.deadline ?? null,
    }),
    (data) => ({ companyId: data.company.companyId, userId: data.requester.userId }),
  ),
  GroupAsked: fact(z.object({ group: signingGroup, personIds: z.array(identifier) }), (data) => ({
    group: data.group,
    personIds: data.personIds,
  })),
  ParticipantReplaced: fact(
    z.object({ replacedPersonId: identifier, part, signatureIds: z.array(z.string()) }),
    (data) => ({
      replacedPersonId: data.replaced.personId,
      part: data.participant.part,
      signatureIds: data.signatures.map(({ signatureId }) => signatureId),
    }),
    (data) => ({ personId: data.participant.personId }),
  ),
  SignatureDelegated: fact(
    z.object({ delegatorPersonId: identifier, part, signatureIds: z.array(z.string()) }),
    (data) => ({
      delegatorPersonId: data.personId,
      part: data.participant.part,
      signatureIds: data.signatures.map(({ signatureId }) => signatureId),
    }),
    (data) => ({ personId: data.participant.personId }),
  ),
  ParticipantContactReplaced: fact(
    z.object({ documentIds: z.array(identifier) }),
    (data) => ({ documentIds: data.documentIds }),
    (data) => ({ personId: data.personId }),
  ),
  ParticipantsReminded: fact(
    z.object({ by: z.enum(['hand', 'schedule']), personIds: z.array(identifier) }),
    (data) => ({ by: data.by, personIds: data.personIds }),
  ),
  DeadlineExtended: fact(z.object({ deadline: timestamp }), (data) => ({ deadline: data.deadline })),
  ProcessExpired: fact(z.object({ deadline: timestamp, personIds: z.array(identifier) }), (data) => ({
    deadline: data.deadline,
    personIds: data.personIds,
  })),
  ProcessTagged: fact(tagged.pick({ tagId: true }), ({ tagId }) => ({ tagId })),
  ProcessUntagged: fact(tagged.pick({ tagId: true }), ({ tagId }) => ({ tagId })),
  ProcessFinished: bare(),
  ProcessRejected: bare(),
  ProcessCanceled: bare(),
  DocumentOpened: fact(z.object({ part, openedAt: timestamp, documentSha256: sha256 }), (data) => ({
    part: data.part,
    openedAt: data.openedAt,
    documentSha256: data.documentSha256,
  })),
  DocumentRead: fact(
    z.object({
      part,
      readAt: timestamp,
      documentSha256: sha256,
      pagesShown: z.number().int(),
      pages: z.number().int(),
      declared: z.boolean(),
    }),
    (data) => ({
      part: data.part,
      readAt: data.readAt,
      documentSha256: data.documentSha256,
      pagesShown: data.pagesShown,
      pages: data.pages,
      declared: data.declared === true,
    }),
  ),
  SignatureSigned: fact(
    z.object({
      part,
      signedAt: timestamp,
      documentSha256: sha256,
      /** In whose name it was signed, at that person's request. */
      atRequestOfPersonId: identifier.nullable(),
    }),
    (data) => ({
      part: data.part,
      signedAt: data.signedAt,
      documentSha256: data.documentSha256,
      atRequestOfPersonId: data.atRequestOf?.personId ?? null,
    }),
  ),
  SignatureRejected: fact(reason.extend({ part, rejectedAt: timestamp }), (data) => ({
    part: data.part,
    reason: data.reason,
    rejectedAt: data.rejectedAt,
  })),
  SignaturesDispensed: fact(
    z.object({ signatures: z.array(z.object({ signatureId: z.string(), personId: identifier })) }),
    (data) => ({
      signatures: data.signatures.map(({ signatureId, personId }) => ({ signatureId, personId })),
    }),
  ),
  DocumentCompleted: bare(),
  DocumentRejected: fact(
    z.object({
      cause: z.enum(['required-participant-rejected', 'minimum-signatories-unreachable', 'deadline-passed']),
    }),
    (data) => ({ cause: data.cause }),
  ),
  DocumentCanceled: fact(reason, (data) => ({
    reason: data.reason ?? null,
  })),
  DocumentSealed: fact(
    z.object({ sha256, sizeBytes: z.number().int(), validationCode: z.string(), sealedAt: timestamp }),
    (data) => ({
      sha256: data.sha256,
      sizeBytes: data.sizeBytes,
      validationCode: data.validationCode,
      sealedAt: data.sealedAt,
    }),
  ),
  DocumentSealFailed: fact(z.object({ cause: sealFailure }), (data) => ({ cause: data.reason })),
  SealRenewed: fact(z.object({ sha256, sizeBytes: z.number().int(), provableUntil: timestamp }), (data) => ({
    sha256: data.sha256,
    sizeBytes: data.sizeBytes,
    provableUntil: data.provableUntil,
  })),
  PartialCopySealed: fact(
    z.object({ sha256, sizeBytes: z.number().int(), level: sealLevel, missing: z.number().int() }),
    (data) => ({
      sha256: data.sha256,
      sizeBytes: data.sizeBytes,
      level: data.level,
      missing: data.missing,
    }),
  ),
} satisfies Partial<PublicFacts>;

const ofDownload = {
  DownloadRequested: fact(
    zip,
    (data) => ({ fileCount: data.documents.length, sizeBytes: data.sizeBytes }),
    (data) => ({ userId: data.requestedBy.userId }),
  ),
  DownloadPrepared: fact(
    zip.extend({ sha256, expiresAt: timestamp }),
    (data) => ({
      fileCount: data.files.length,
      sizeBytes: data.sizeBytes,
      sha256: data.sha256,
      expiresAt: data.expiresAt,
    }),
    (data) => ({ userId: data.requesterId }),
  ),
} satisfies Partial<PublicFacts>;

const facts: PublicFacts = { ...ofTenant, ...ofRegister, ...ofTemplates, ...ofProcess, ...ofDownload };

/** Every public fact, by its internal type. What is not here is internal. */
export const publicEvents: ReadonlyMap<EventType, PublicEvent> = new Map(
  (Object.keys(facts) as FedEventType[]).map((type) => [
    type,
    { ...feedPlaceOf(type), ...facts[type] } as PublicEvent,
  ]),
);
