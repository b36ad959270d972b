import { z } from 'zod';

import {
  MAX_PAGE_SIZE,
  codeChannel,
  companyFields,
  documentStatus,
  identifier,
  part,
  personAuthentication,
  personFields,
  position,
  processStatus,
  processType,
  removedPart,
  reminders,
  requirements,
  role,
  sealLevel,
  sealStep,
  searchText,
  selection,
  sha256,
  signatureId,
  signatureStatus,
  signingGroup,
  timestamp,
} from '../fields.ts';
import { envelopeFields, templateContent, templateFields, templateRole } from '../templates.ts';
import { secondFactorChallenge } from './identity-shapes.ts';

/** Answers: what queries and commands give back. */

/** Every command answers with the position of its last event, to be given to queries as `min-position`. */
export const acknowledged = z.object({ position }).meta({ id: 'Acknowledged' });
/** Position of the log that the answer must have seen; waits at most 2 s, then answers with what it has. */
export const minPosition = z.object({ 'min-position': position.optional() });

export const listQuery = minPosition.extend({
  search: searchText.optional(),
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(20),
});

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
  });

export const currentUser = z
  .object({
    uid: identifier,
    name: z.string(),
    email: z.string(),
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

/** A JWT for the `Authorization: Bearer` header; `expiresAt` tells when to fetch the next one. */
export const session = z
  .object({ token: z.string(), expiresAt: timestamp, user: currentUser })
  .meta({ id: 'Session' });

/** Where a one-time code went, so that its owner knows where to look. */
export const sentCode = z
  .object({
    /** Masked; null where an address must not tell whether anybody is registered. */
    sentTo: z.string().nullable(),
    channel: codeChannel,
    expiresInSeconds: z.number().int(),
  })
  .meta({ id: 'SentCode' });

/** A device that may come in without a code. */
export const personDevice = z
  .object({
    deviceId: identifier,
    /** What it said of itself: `User-Agent`. */
    userAgent: z.string().nullable(),
    place: z.string().nullable(),
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
  })
  .meta({ id: 'SigningSession' });

export const credits = z
  .object({ balance: z.number().int(), reserved: z.number().int(), consumed: z.number().int() })
  .meta({ id: 'Credits' });

export const company = z
  .object({
    companyId: identifier,
    cnpj: z.string(),
    ...companyFields.shape,
    /** Null when it has none, or none that is still registered. */
    parentCompany: z.object({ companyId: identifier, companyName: z.string(), cnpj: z.string() }).nullable(),
    /** Those of `defaultSignatoryIds` who are still registered, in that order. */
    defaultSignatories: z.array(
      z.object({ personId: identifier, name: z.string(), cpf: z.string(), email: z.string() }),
    ),
    createdAt: timestamp,
    editedAt: timestamp,
  })
  .meta({ id: 'Company' });

export const person = z
  .object({
    personId: identifier,
    cpf: z.string(),
    ...personFields.shape,
    createdAt: timestamp,
    editedAt: timestamp,
  })
  .meta({ id: 'Person' });

/** What the federal register says of a CNPJ; what is absent it does not say. */
export const companyRegistration = z
  .object({
    cnpj: z.string(),
    ...companyFields.omit({
      active: true,
      externalId: true,
      ie: true,
      im: true,
      iest: true,
      parentCompanyId: true,
      defaultSignatoryIds: true,
    }).shape,
    /** In the register's words: `ATIVA`, `BAIXADA`. */
    registryStatus: z.string().optional(),
  })
  .meta({ id: 'CompanyRegistration' });

export const postalAddress = z
  .object({
    zip: z.string(),
    address: z.string().optional(),
    district: z.string().optional(),
    city: z.string().optional(),
    state: z.string().optional(),
    country: z.string(),
  })
  .meta({ id: 'PostalAddress' });

export const place = z
  .object({
    latitude: z.string(),
    longitude: z.string(),
    country: z.string().nullable(),
    state: z.string().nullable(),
    city: z.string().nullable(),
  })
  .meta({ id: 'Place' });

/** Of a file of persons: who it creates, line by line, and what is wrong with it. */
export const personBatch = z
  .object({
    /** Null when nothing was stored. */
    position: position.nullable(),
    dryRun: z.boolean(),
    total: z.number().int(),
    persons: z.array(
      z.object({
        /** In the file, from 1. */
        line: z.number().int(),
        /** Null while they are not created. */
        personId: identifier.nullable(),
        cpf: z.string(),
        name: z.string(),
        email: z.string(),
      }),
    ),
    /** Only of a preview: without `dryRun` they refuse the file. */
    errors: z.array(z.object({ line: z.number().int(), field: z.string(), message: z.string() })),
  })
  .meta({ id: 'PersonBatch' });

/** What an upload left behind; `proof` is what `createProcess` presents, valid for 24 hours. */
export const upload = z
  .object({
    uploadId: identifier,
    name: z.string(),
    sizeBytes: z.number().int(),
    pages: z.number().int(),
    sha256,
    sourceSha256: sha256,
    alreadySigned: z.boolean(),
    /** The file was rewritten or disarmed at intake; signers see the result. */
    normalised: z.boolean(),
    /** What acted by itself or was carried along unseen, and was taken out; nothing for most files. */
    removed: z.array(removedPart),
    proof: z.string(),
  })
  .meta({ id: 'Upload' });

export const signatureView = z
  .object({
    signatureId,
    documentId: identifier,
    personId: identifier,
    part,
    status: signatureStatus,
    signedAt: timestamp.nullable(),
    rejectReason: z.string().nullable(),
    /** Rejected by the deadline, and by nobody's act. */
    expired: z.boolean(),
    /** What was chosen with it; null where nothing was asked or nothing is chosen yet. */
    chosen: z.array(z.string()).nullable(),
  })
  .meta({ id: 'SignatureView' });

export const documentView = z
  .object({
    documentId: identifier,
    name: z.string(),
    status: documentStatus,
    /** Of those it needs: signatories beyond the minimum are not counted. */
    signaturesDone: z.number().int(),
    signaturesTotal: z.number().int(),
    pages: z.number().int(),
    sizeBytes: z.number().int(),
    sha256,
    selection: selection.nullable(),
    /** The last step done on the way to the sealed file. */
    sealStep,
    /** The level on its way or reached; null before its evidence is drawn. */
    sealLevel: sealLevel.nullable(),
    /** Why the last attempt at the next step failed, while it is being retried. */
    sealProblem: z.string().nullable(),
    sealedAt: timestamp.nullable(),
    /** Until when the seal proves itself without renewal; it is renewed before. */
    provableUntil: timestamp.nullable(),
    /** It arrived signed by others and takes no pages: its evidence pages are a file of their own. */
    evidenceApart: z.boolean(),
    sealedSha256: sha256.nullable(),
    validationCode: z.string().nullable(),
  })
  .meta({ id: 'DocumentView' });

export const participantView = z
  .object({
    personId: identifier,
    part,
    name: z.string(),
    cpf: z.string(),
    email: z.string(),
    requirements,
    /** Place in the signing order. */
    group: signingGroup,
    /** The mail that asks them to sign: not due before their turn, on its way, accepted by their server, or refused for good. */
    invitation: z.enum(['waiting-turn', 'queued', 'sent', 'undeliverable']),
  })
  .meta({ id: 'ParticipantView' });

export const processSummary = z
  .object({
    processId: identifier,
    summary: z.string(),
    status: processStatus,
    company: z.object({ companyId: identifier, companyName: z.string(), cnpj: z.string() }),
    requester: z.object({ userId: identifier, name: z.string() }),
    documents: z.array(z.object({ documentId: identifier, name: z.string(), status: documentStatus })),
    participants: z.array(z.object({ personId: identifier, part, name: z.string() })),
    /** Of those that the documents still need, or needed; signatories beyond the minimum are not counted. */
    signaturesDone: z.number().int(),
    signaturesTotal: z.number().int(),
    deadline: timestamp.nullable(),
    tags: z.array(z.object({ tagId: identifier, name: z.string() })),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'ProcessSummary' });

export const processDetail = processSummary
  .extend({
    documents: z.array(documentView),
    participants: z.array(participantView),
    signatures: z.array(signatureView),
    /** Whose turn it is: those whose signature is needed and who have been asked for it. */
    waitingFor: z.array(z.object({ personId: identifier, name: z.string() })),
    minimumSignatories: z.number().int(),
    type: processType,
    reminders: reminders.nullable(),
  })
  .meta({ id: 'ProcessDetail' });

/** One line of the timeline, straight from the log. */
export const timelineEntry = z
  .object({
    position,
    /** Of the process's own stream, counted from 0: what `processMoment` is asked for. */
    revision: z.number().int().nonnegative(),
    at: timestamp,
    action: z.enum([
      'created',
      'signed',
      'rejected',
      'group-asked',
      'participant-replaced',
      'reminded',
      'deadline-extended',
      'expired',
      'document-completed',
      'document-rejected',
      'document-canceled',
      'document-sealed',
      'process-finished',
      'process-rejected',
      'process-canceled',
    ]),
    who: z.object({ kind: z.enum(['user', 'person', 'visitor', 'system']), name: z.string().nullable() }),
    documentId: identifier.nullable(),
    documentName: z.string().nullable(),
    part: part.nullable(),
    /** The participant who signed or refused. */
    personId: identifier.nullable(),
    reason: z.string().nullable(),
    /** What was answered with a signature. */
    selection: z.object({ question: z.string(), chosen: z.array(z.string()) }).nullable(),
    /** Of a signature: what the person was shown and had accepted, and how they proved who they are. */
    evidence: z
      .object({
        documentSha256: sha256,
        termsVersion: z.string(),
        authentication: z.string(),
        userAgent: z.string().nullable(),
        latitude: z.string().nullable(),
        longitude: z.string().nullable(),
      })
      .nullable(),
    ip: z.string().nullable(),
    place: z.string().nullable(),
  })
  .meta({ id: 'TimelineEntry' });

/** A process as it stood right after one event of its stream, folded from the log. */
export const processMoment = z
  .object({
    /** Of the last event that is in it. */
    revision: z.number().int().nonnegative(),
    at: timestamp,
    status: processStatus,
    deadline: timestamp.nullable(),
    documents: z.array(z.object({ documentId: identifier, name: z.string(), status: documentStatus })),
    participants: z.array(
      z.object({ personId: identifier, part, name: z.string(), group: signingGroup, asked: z.boolean() }),
    ),
    signatures: z.array(signatureView),
    waitingFor: z.array(z.object({ personId: identifier, name: z.string() })),
    signaturesDone: z.number().int(),
    signaturesTotal: z.number().int(),
  })
  .meta({ id: 'ProcessMoment' });

/** What one person has been asked to sign in one process. */
export const signingRequest = z
  .object({
    processId: identifier,
    summary: z.string(),
    status: processStatus,
    tenantName: z.string(),
    requesterName: z.string(),
    companyName: z.string(),
    part,
    requirements,
    deadline: timestamp.nullable(),
    documents: z.array(
      z.object({
        signatureId,
        documentId: identifier,
        name: z.string(),
        pages: z.number().int(),
        sizeBytes: z.number().int(),
        sha256,
        signatureStatus,
        /** Rejected by the deadline, and by nobody's act. */
        expired: z.boolean(),
        documentStatus,
        /** Its evidence pages are a file of their own, since it arrived signed by others. */
        evidenceApart: z.boolean(),
        /** The question to be answered with this signature; null where nothing is asked of this person. */
        selection: selection.nullable(),
        chosen: z.array(z.string()).nullable(),
        signedAt: timestamp.nullable(),
      }),
    ),
    /** Other participants whose signature is still needed, by name: who one waits for after signing. */
    waitingFor: z.array(z.string()),
  })
  .meta({ id: 'SigningRequest' });

/**
 * queued: nobody has begun · preparing: being put together · retrying: it failed and will be tried again · ready: may
 * be fetched until `expiresAt` · expired: its time is over.
 */
export const downloadState = z.enum(['queued', 'preparing', 'retrying', 'ready', 'expired']);

/** A zip of sealed documents that was asked for. */
export const download = z
  .object({
    downloadId: identifier,
    description: z.string(),
    state: downloadState,
    /** Share of the work that is done, percent. */
    progress: z.number().int().min(0).max(100),
    /** Why the last attempt failed, while it is being retried. */
    problem: z.string().nullable(),
    processIds: z.array(identifier),
    fileCount: z.number().int(),
    /** Of the zip once it is ready, of its documents together before. */
    sizeBytes: z.number().int(),
    requestedAt: timestamp,
    readyAt: timestamp.nullable(),
    expiresAt: timestamp.nullable(),
  })
  .meta({ id: 'Download' });

/** A template, with what is to be typed when it is used. */
export const template = z
  .object({
    templateId: identifier,
    ...templateFields.shape,
    content: templateContent,
    /** Those of `tagIds`, which are there as long as the tags are. */
    tags: z.array(z.object({ tagId: identifier, name: z.string() })),
    /** Names of placeholders that neither registers nor the calendar fill. */
    values: z.array(z.string()),
    createdAt: timestamp,
    editedAt: timestamp,
  })
  .meta({ id: 'Template' });

export const envelope = z
  .object({
    envelopeId: identifier,
    ...envelopeFields.shape,
    tags: z.array(z.object({ tagId: identifier, name: z.string() })),
    /** Those of `templateIds` that are still there, in that order. */
    templates: z.array(
      z.object({
        templateId: identifier,
        name: z.string(),
        kind: z.enum(['text', 'pdf']),
        roles: z.array(templateRole),
      }),
    ),
    createdAt: timestamp,
    editedAt: timestamp,
  })
  .meta({ id: 'Envelope' });

export const signerGroup = z
  .object({
    signerGroupId: identifier,
    name: z.string(),
    part,
    /** Those who are still registered, in the order they were given. */
    members: z.array(
      z.object({ personId: identifier, part, name: z.string(), cpf: z.string(), email: z.string() }),
    ),
    /** Members who have been removed since: the group cannot be used before they are taken out. */
    missing: z.array(identifier),
    createdAt: timestamp,
    editedAt: timestamp,
  })
  .meta({ id: 'SignerGroup' });

export const dashboard = z
  .object({
    waiting: z.number().int(),
    finished: z.number().int(),
    rejected: z.number().int(),
    canceled: z.number().int(),
    companies: z.number().int(),
    persons: z.number().int(),
    credits,
    recent: z.array(processSummary),
  })
  .meta({ id: 'Dashboard' });

/**
 * genuine: byte for byte what was issued · proofs-missing: so, but cut short before its last time stamps ·
 * later-signature: a sealed file whole, which somebody signed afterwards · genuine-with-additions: a sealed file whole,
 * with something after it that changes nothing · tampered: carries our seal and does not hold · not-ours: no seal of
 * ours · unreadable: not a PDF that can be read.
 */
export const verdict = z.enum([
  'genuine',
  'proofs-missing',
  'later-signature',
  'genuine-with-additions',
  'tampered',
  'not-ours',
  'unreadable',
]);

/** What was found, for those who can read it. Its words are those of ETSI EN 319 102-1 and ISO 32000, in English. */
export const validationReport = z
  .object({
    indication: z.enum(['TOTAL-PASSED', 'TOTAL-FAILED', 'INDETERMINATE']).nullable(),
    subIndication: z.string().nullable(),
    /** That the genuine part reached. */
    level: sealLevel.nullable(),
    /** When the seal is proven to have existed. */
    provenTime: timestamp.nullable(),
    provableUntil: timestamp.nullable(),
    /** The seal's certificate and those above it, nearest first. */
    certificates: z.array(
      z.object({
        subject: z.string(),
        issuer: z.string(),
        /** Hexadecimal. */
        serial: z.string(),
        notBefore: timestamp,
        notAfter: timestamp,
        sha256,
      }),
    ),
    /** Object identifier of the signature policy that the seal declares; null when it declares none. */
    policy: z.string().nullable(),
    /** What the OCSP responses and CRLs in the file say, by those entitled to say it. */
    revocation: z.array(
      z.object({
        certificate: z.string(),
        source: z.enum(['ocsp', 'crl']),
        status: z.enum(['good', 'unknown', 'revoked']),
        revokedAt: timestamp.nullable(),
        thisUpdate: timestamp,
        nextUpdate: timestamp.nullable(),
      }),
    ),
    timeStamps: z.array(
      z.object({
        kind: z.enum(['signature', 'document']),
        time: timestamp.nullable(),
        authority: z.string().nullable(),
        /** It verifies, by an authority that the platform knows. */
        trusted: z.boolean(),
        problem: z.string().nullable(),
      }),
    ),
    /** Every saved state of the file, oldest first. */
    revisions: z.array(
      z.object({
        startByte: z.number().int(),
        endByte: z.number().int(),
        sha256: sha256.nullable(),
        kind: z.enum(['document', 'seal', 'validation-data', 'time-stamp', 'signature', 'other']),
        by: z.array(z.string()),
        time: timestamp.nullable(),
        changes: z.array(
          z.object({
            objectNumber: z.number().int(),
            change: z.enum(['added', 'changed', 'freed']),
            what: z.string(),
            /** Name of the rule that allows it; null when none does. */
            allowedBy: z.string().nullable(),
          }),
        ),
        reasons: z.array(z.object({ code: z.string(), text: z.string() })),
      }),
    ),
  })
  .meta({ id: 'ValidationReport' });

export const validation = z
  .object({
    verdict,
    /** Portuguese explanation for a lay person. */
    explanation: z.string(),
    reasons: z.array(z.object({ code: z.string(), text: z.string() })),
    sha256,
    sizeBytes: z.number().int(),
    /** How many of the file's first bytes are a genuine document; null when none are. */
    genuineBytes: z.number().int().nullable(),
    document: z
      .object({
        name: z.string(),
        summary: z.string(),
        tenantName: z.string(),
        companyName: z.string(),
        validationCode: z.string(),
        originalSha256: sha256,
        sealedSha256: sha256,
        sealedAt: timestamp,
        /** The document's seal, a copy of it while it was pending, or its evidence pages in a file of their own. */
        madeAs: z.enum(['document', 'partial-copy', 'evidence']),
        /** How many signatures were missing, when the file is a copy of a document still pending. */
        missingSignatures: z.number().int().nullable(),
        /** What became of the document by now: a partial copy tells of a moment before. */
        currentStatus: documentStatus,
        /** Names and CPFs masked. */
        participants: z.array(
          z.object({
            name: z.string(),
            cpf: z.string(),
            part,
            status: signatureStatus,
            signedAt: timestamp.nullable(),
          }),
        ),
        timeline: z.array(z.object({ at: timestamp, action: z.string(), who: z.string().nullable() })),
      })
      .nullable(),
    seal: z
      .object({
        /** That the genuine part reached; null when the seal does not hold. */
        level: z.string().nullable(),
        certificateSubject: z.string(),
        certificateIssuer: z.string(),
        localAuthority: z.boolean(),
      })
      .nullable(),
    report: validationReport.nullable(),
  })
  .meta({ id: 'Validation' });

/** What a validation code leads to; without a file nothing is said of any file. */
export const validationByCode = z
  .object({ document: validation.shape.document.unwrap() })
  .meta({ id: 'ValidationByCode' });

/** Where ITI's validator finds the file that a QR code stands for (Guia do Desenvolvedor, Validador de Documentos Digitais). */
export const signedFiles = z
  .object({
    version: z.literal('1.0.0'),
    prescription: z.object({ signatureFiles: z.array(z.object({ url: z.string() })) }),
  })
  .meta({ id: 'SignedFiles' });

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

/** RFC 9457 problem with the product's code. */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: z.string(),
    detail: z.string().optional(),
    instance: z.string().optional(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    /** Beside a refusal that asks for a one-time code: where it went. */
    sentCode: sentCode.optional(),
    /** Beside SECOND_FACTOR_REQUIRED. */
    secondFactor: secondFactorChallenge.optional(),
  })
  .meta({ id: 'Problem' });
