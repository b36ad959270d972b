import { z } from 'zod';

import { TIMELINE_ACTIONS } from '../../descriptions/timeline.ts';
import {
  documentStatus,
  identifier,
  impediment,
  part,
  position,
  processStatus,
  processType,
  reminders,
  removedPart,
  requirements,
  restrictionsLifted,
  sealFailure,
  sealLevel,
  sealStep,
  selection,
  sha256,
  signatureId,
  signatureStatus,
  signingGroup,
  timestamp,
} from '../../fields.ts';
import { DECLARERS } from '../../legal/at-request.ts';
import { UPLOAD_EXTENSIONS } from '../../limits.ts';
import { LANGUAGES } from '../../text/languages.ts';
import { embeddedSignature } from './embedded-signature.ts';
import { legalClaimShape } from './legal-claim-shape.ts';

/** Answers about signature processes: for requesters and for signers. */

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
    /** The signatures that it came with. */
    signatures: z.array(embeddedSignature),
    /** It prints otherwise than it shows, and stays as it is for the signatures in it. */
    printsOtherwise: z.literal(true).optional(),
    restrictionsLifted: restrictionsLifted.optional(),
    /** The file was rewritten or disarmed at intake; signers see the result. */
    normalised: z.boolean(),
    /** What acted by itself or was carried along unseen, and was taken out; nothing for most files. */
    removed: z.array(removedPart),
    proof: z.string(),
  })
  .meta({ id: 'Upload' });

/** What this installation takes to be signed. */
export const uploadOptions = z
  .object({
    maxBytes: z.number().int(),
    kinds: z.array(
      z.object({
        extension: z.enum(UPLOAD_EXTENSIONS),
        /** Whether it can be taken here: word processors' files need a converter. */
        available: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'UploadOptions' });

export const signatureView = z
  .object({
    signatureId,
    documentId: identifier,
    personId: identifier,
    part,
    status: signatureStatus,
    /** When the document was first shown to this person, and when they said that they have read it. */
    openedAt: timestamp.nullable(),
    readAt: timestamp.nullable(),
    signedAt: timestamp.nullable(),
    rejectReason: z.string().nullable(),
    /** Rejected by the deadline, without an act of a participant. */
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
    /** It prints otherwise than it shows. */
    printsOtherwise: z.boolean(),
    selection: selection.nullable(),
    /** The last step done on the way to the sealed file. */
    sealStep,
    /** The level on its way or reached; null before its evidence is drawn. */
    sealLevel: sealLevel.nullable(),
    /** Why the last attempt at the next step failed, while it is being retried. */
    sealProblem: z.string().nullable(),
    /** Why it can never be sealed; null unless it has failed. */
    sealFailure: sealFailure.nullable(),
    sealedAt: timestamp.nullable(),
    /** Until when the seal proves itself without renewal; it is renewed before. */
    provableUntil: timestamp.nullable(),
    /** It arrived signed by others and takes no pages: its evidence pages are a file of their own. */
    evidenceApart: z.boolean(),
    sealedSha256: sha256.nullable(),
    validationCode: z.string().nullable(),
  })
  .meta({ id: 'DocumentView' });

/** Who cannot sign, and asked another to sign in their name. */
const requestingPersonView = z
  .object({ personId: identifier, name: z.string(), cpf: z.string(), impediment: impediment.nullable() })
  .meta({ id: 'RequestingPersonView' });

export const participantView = z
  .object({
    personId: identifier,
    part,
    name: z.string(),
    cpf: z.string(),
    /** The contact of the invitation: codes and mails of this process go here, whatever the register says. */
    email: z.string(),
    cellphoneNumber: z.string().nullable(),
    requirements,
    /** In whose name they sign, at that person's request; null: they sign for themselves. */
    atRequestOf: requestingPersonView.nullable(),
    /** Place in the signing order. */
    group: signingGroup,
    /**
     * The mail that asks them to sign: not due before their turn, on its way, accepted by their server, or refused for
     * good.
     */
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
    /** Signatories beyond the minimum may sign until the document is completed. */
    acceptsLateSignatures: z.boolean(),
    allowsDelegation: z.boolean(),
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
    action: z.enum(TIMELINE_ACTIONS),
    who: z.object({ kind: z.enum(['user', 'person', 'visitor', 'system']), name: z.string().nullable() }),
    documentId: identifier.nullable(),
    documentName: z.string().nullable(),
    part: part.nullable(),
    /** The participant who opened, read, signed or refused, or whose contact was replaced. */
    personId: identifier.nullable(),
    reason: z.string().nullable(),
    /** What was answered with a signature. */
    selection: z.object({ question: z.string(), chosen: z.array(z.string()) }).nullable(),
    /** Of a signature: what the person was shown and had accepted, and how they proved who they are. */
    evidence: z
      .object({
        documentSha256: sha256,
        termsVersion: z.string(),
        /** That the terms were shown in, the Portuguese beside them; null where that was not recorded. */
        termsLanguage: z.enum(LANGUAGES).nullable(),
        authentication: z.string(),
        /** What the signature claims to be in law. */
        claim: legalClaimShape,
        userAgent: z.string().nullable(),
        latitude: z.string().nullable(),
        longitude: z.string().nullable(),
      })
      .nullable(),
    /** The totem of the account at which it was done, by its name. */
    totem: z.string().nullable(),
    /** On which device a participant acted: `Chrome 141 · Windows`. */
    device: z.string().nullable(),
    ip: z.string().nullable(),
    place: z.string().nullable(),
  })
  .meta({ id: 'TimelineEntry' });

/**
 * The key of a document's evidence. Under a person's key, the salt of each commitment is the first 16 bytes of the
 * HMAC-SHA256 of its event's id and pointer; docs/evidence.md says how to use it. Null for a person who was erased.
 */
export const evidenceKey = z
  .object({
    version: z.literal(1),
    processId: identifier,
    people: z.array(
      z.object({
        personId: identifier,
        /** 32 bytes in hexadecimal, of this person in this process alone. */
        key: sha256.nullable(),
        /** What the evidence masks, by where its commitment stands. */
        values: z.array(z.object({ eventId: identifier, pointer: z.string(), value: z.string() })),
      }),
    ),
  })
  .meta({ id: 'EvidenceKey' });

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
      z.object({
        personId: identifier,
        part,
        name: z.string(),
        atRequestOf: requestingPersonView.nullable(),
        group: signingGroup,
        asked: z.boolean(),
      }),
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
    /**
     * What the person declares with each signature, since someone signs at another's request: who signs, or who
     * witnesses it; null: nothing more than consent.
     */
    declaration: z
      .object({
        by: z.enum(DECLARERS),
        version: z.string(),
        text: z.string(),
        /** Of whom it speaks, and who signs for each. */
        requests: z.array(
          z.object({ name: z.string(), impediment: impediment.nullable(), signerName: z.string() }),
        ),
      })
      .nullable(),
    /** The person may hand on what they have not signed to a person who signs in their place. */
    mayDelegate: z.boolean(),
    documents: z.array(
      z.object({
        signatureId,
        documentId: identifier,
        name: z.string(),
        pages: z.number().int(),
        sizeBytes: z.number().int(),
        sha256,
        signatureStatus,
        /** It is pending and its document needs it: a signatory beyond the minimum may sign, and has nothing to refuse. */
        needed: z.boolean(),
        /** Rejected by the deadline, without an act of a participant. */
        expired: z.boolean(),
        documentStatus,
        /** Its evidence pages are a file of their own, since it arrived signed by others. */
        evidenceApart: z.boolean(),
        /** It prints otherwise than it shows. */
        printsOtherwise: z.boolean(),
        /** The question to be answered with this signature; null where nothing is asked of this person. */
        selection: selection.nullable(),
        chosen: z.array(z.string()).nullable(),
        signedAt: timestamp.nullable(),
      }),
    ),
    /** Other participants whose signature is still needed, by name: who one waits for after signing. */
    waitingFor: z.array(z.string()),
    /** Contacts of participants that were replaced after the invitation, oldest first; addresses are masked. */
    contactChanges: z.array(
      z.object({
        /** Null of who was replaced themselves since. */
        personName: z.string().nullable(),
        by: z.string(),
        at: timestamp,
        former: z.string(),
        contact: z.string(),
        reason: z.string(),
      }),
    ),
  })
  .meta({ id: 'SigningRequest' });

/**
 * queued: not begun · preparing: being put together · retrying: it failed and will be tried again · ready: may
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
