import { z } from 'zod';

import { faceEvidence } from '../face.ts';
import {
  clientContext,
  cnpj,
  codeChannel,
  cpf,
  identifier,
  invitedPerson,
  line,
  markDrawing,
  markStyle,
  filledParagraph,
  impediment,
  part,
  reminders,
  requirements,
  restrictionsLifted,
  sealFailure,
  selection,
  sha256,
  signatureId,
  signingGroup,
  timestamp,
} from '../fields.ts';
import { DECLARERS } from '../legal/at-request.ts';
import {
  MAX_EMAIL_LENGTH,
  MAX_FILE_NAME_LENGTH,
  MAX_OPTION_LENGTH,
  MAX_REASON_LENGTH,
  MAX_SUMMARY_LENGTH,
} from '../limits.ts';
import { personal, personalShape } from '../personal-data.ts';
import { LANGUAGES } from '../text/languages.ts';
import { actedAtTotem } from './access/totem.ts';

export const processDocument = z.strictObject({
  documentId: identifier,
  name: line('o nome do documento', MAX_FILE_NAME_LENGTH),
  /** Of the bytes signers see and the seal covers. */
  sha256,
  /** Of the bytes as they were uploaded. */
  sourceSha256: sha256,
  sizeBytes: z.number().int().positive(),
  pages: z.number().int().positive(),
  /** It arrived with signatures of its own, so it is only ever appended to. */
  alreadySigned: z.boolean(),
  /** It prints otherwise than it shows, and could not be changed for the signatures it came with. */
  printsOtherwise: z.literal(true).optional(),
  /** It came encrypted, and opened without a password. */
  restrictionsLifted: restrictionsLifted.optional(),
  selection: selection.optional(),
});
export type ProcessDocument = z.output<typeof processDocument>;

/** What the register says of a person when they are asked to sign. */
const { name: invitedName, ...invitedRest } = personalShape(invitedPerson.shape, 'personId');

/**
 * Where a participant is invited. Codes for their acts and mails about the process go here and nowhere else, whatever
 * the register says later.
 */
const contact = { email: invitedRest.email, cellphoneNumber: invitedRest.cellphoneNumber };
export type Contact = z.output<z.ZodObject<typeof contact>>;

/**
 * In whose name a participant signs, at their request, since they cannot sign themselves (Código Civil, art. 595). They
 * are not invited: who signs for them acts.
 */
const requestingPerson = z.strictObject({
  personId: identifier,
  name: invitedName,
  cpf: personal(cpf, 'personId'),
  /** Absent of who was erased. */
  impediment: personal(impediment, 'personId').optional(),
});
export type RequestingPerson = z.output<typeof requestingPerson>;

/** A participant as they were when asked to sign. */
export const participant = z.strictObject({
  personId: identifier,
  part,
  name: invitedName,
  cpf: personal(cpf, 'personId'),
  ...invitedRest,
  requirements,
  /** Absent: the first group, as all are where no order was set. */
  group: signingGroup.optional(),
  /** Absent: they sign for themselves, or for the company they represent. */
  atRequestOf: requestingPerson.optional(),
});
export type Participant = z.output<typeof participant>;

export const processSignature = z.strictObject({
  signatureId,
  documentId: identifier,
  personId: identifier,
  part,
  /** The signer's answer to the document's selection. */
  asksSelection: z.literal(true).optional(),
});
export type ProcessSignature = z.output<typeof processSignature>;

/**
 * The one-time code that an act rests on. It went to one address of the contact that the participant had in the process
 * at that moment. act-code: for this act alone · session-code: for the session · known-device: at an earlier sign-in on
 * a device that was remembered for this address.
 */
export const contactProof = z.strictObject({
  method: z.enum(['act-code', 'session-code', 'known-device']),
  channel: codeChannel,
  /** E-mail, or mobile number in digits. */
  address: personal(z.string().max(MAX_EMAIL_LENGTH), 'personId'),
  /** When the code was sent, and when it was given back. */
  codeSentAt: timestamp,
  codeAnsweredAt: timestamp,
  /** Of `known-device`: the device remembered when the code was answered. */
  deviceId: identifier.optional(),
});
export type ContactProof = z.output<typeof contactProof>;

/** The text that was declared (`declarationText`). */
const atRequestDeclaration = z.strictObject({
  by: z.enum(DECLARERS),
  version: z.string(),
  textSha256: sha256,
});

const reference = { processId: identifier, tenantId: identifier };
/** What was shown to whom, and on which device. */
const shown = {
  signatureId,
  documentId: identifier,
  personId: identifier,
  part,
  /** Hash of the bytes that were shown to the person. */
  documentSha256: sha256,
  /** Absent: on a device of their own. */
  totem: actedAtTotem.optional(),
  client: personal(clientContext, 'personId'),
};
const cause = z.enum([
  'required-participant-rejected',
  'minimum-signatories-unreachable',
  /** Signatures still pending then count as rejected by the deadline, without an act of a participant. */
  'deadline-passed',
]);

/** Stream `process-…`: the timeline is this stream and nothing else. */
export const processEvents = {
  ProcessCreated: z.strictObject({
    ...reference,
    summary: line('o resumo', MAX_SUMMARY_LENGTH),
    company: z.strictObject({ companyId: identifier, cnpj, companyName: z.string() }),
    requester: z.strictObject({ userId: identifier, name: personal(z.string(), 'userId') }),
    tenantName: z.string(),
    documents: z.array(processDocument).min(1),
    participants: z.array(participant).min(1),
    signatures: z.array(processSignature).min(1),
    /** How many signatories must sign each document; 0 when there are none. */
    minimumSignatories: z.number().int().nonnegative(),
    /** Signatories beyond the minimum may sign until the document is completed; absent, the minimum dispenses them. */
    acceptsLateSignatures: z.literal(true).optional(),
    /** A participant who has not acted may hand their signatures on to a person who signs in their place. */
    allowsDelegation: z.literal(true).optional(),
    tagIds: z.array(identifier).optional(),
    /** Made together with others, of one document each. */
    setId: identifier.optional(),
    /** From this moment on no one may sign, and what is pending is rejected. */
    deadline: timestamp.optional(),
    reminders: reminders.optional(),
    /** When the first reminder by the schedule is due. */
    nextReminderAt: timestamp.optional(),
  }),
  /** The creation stopped after its credits were reserved; from here on it can never be created. */
  ProcessCreationAbandoned: z.strictObject(reference),
  /** A document was shown to a participant who is to sign it, for the first time. */
  DocumentOpened: z.strictObject({
    ...reference,
    ...shown,
    openedAt: timestamp,
  }),
  /** A participant who is to sign a document said that they have read it, for the first time. */
  DocumentRead: z.strictObject({
    ...reference,
    ...shown,
    /** Pages that were on the screen by then, of those of the document. */
    pagesShown: z.number().int().nonnegative(),
    pages: z.number().int().positive(),
    /** They had not seen every page, and declared to have read the whole document. */
    declared: z.literal(true).optional(),
    readAt: timestamp,
  }),
  SignatureSigned: z.strictObject({
    ...reference,
    signatureId,
    documentId: identifier,
    personId: identifier,
    part,
    /** Hash of the bytes that were shown to the person. */
    documentSha256: sha256,
    consent: z.strictObject({
      termsVersion: z.string(),
      acceptedAt: timestamp,
      /** Of the text that was accepted (`consentText`); null where that was not recorded yet. */
      textSha256: sha256.nullable(),
      /** That the text was shown in, the binding Portuguese beside it; absent where that was not recorded. */
      language: z.enum(LANGUAGES).optional(),
    }),
    /** What they declared besides, where someone signs at another's request: who signs, or who witnesses it. */
    declaration: atRequestDeclaration.optional(),
    /** In whose name it was signed. */
    atRequestOf: requestingPerson.pick({ personId: true, name: true }).optional(),
    /** What was chosen, in the words and the order of the document's options. */
    selection: z
      .strictObject({
        question: z.string(),
        chosen: personal(z.array(line('a opção', MAX_OPTION_LENGTH)), 'personId'),
      })
      .optional(),
    /** How their signature looks on the evidence pages; without it, nothing is drawn. */
    mark: z
      .strictObject({ style: markStyle, drawing: personal(markDrawing, 'personId').optional() })
      .optional(),
    authentication: z.enum(['cpf-email-code', 'cpf-sms-code', 'cpf-known-device']),
    /** Null where it was not recorded yet. */
    contactProof: contactProof.nullable(),
    /** The face they showed, where one was asked for. */
    face: faceEvidence.optional(),
    /** Absent: on a device of their own. */
    totem: actedAtTotem.optional(),
    client: personal(clientContext, 'personId'),
    signedAt: timestamp,
  }),
  SignatureRejected: z.strictObject({
    ...reference,
    signatureId,
    documentId: identifier,
    personId: identifier,
    part,
    reason: personal(filledParagraph(MAX_REASON_LENGTH, 'o motivo'), 'personId'),
    /** As with `SignatureSigned`. */
    contactProof: contactProof.nullable(),
    totem: actedAtTotem.optional(),
    client: personal(clientContext, 'personId'),
    rejectedAt: timestamp,
  }),
  /** The turn has come to a group: from here on these people are asked, and may sign. The first group's is creation. */
  GroupAsked: z.strictObject({ ...reference, group: signingGroup, personIds: z.array(identifier).min(1) }),
  /** The minimum of signatories of a document is met: the pending signatures of the others are canceled by this. */
  SignaturesDispensed: z.strictObject({
    ...reference,
    documentId: identifier,
    signatures: z.array(z.strictObject({ signatureId, personId: identifier })).min(1),
  }),
  /**
   * Everyone who must sign has signed. Signatures still pending are canceled by this in logs of releases that did not
   * record their dispensing.
   */
  DocumentCompleted: z.strictObject({ ...reference, documentId: identifier }),
  /** The pending signatures of a participant who has not acted go to another, with part, group and requirements. */
  ParticipantReplaced: z.strictObject({
    ...reference,
    replaced: z.strictObject({ personId: identifier, name: personal(line('o nome'), 'personId') }),
    participant,
    signatures: z.array(z.strictObject({ signatureId, documentId: identifier })).min(1),
  }),
  /**
   * A participant who has not acted hands their pending signatures on, with part, group and requirements: the new one is
   * invited and identified as any other. `personId` is who gives place.
   */
  SignatureDelegated: z.strictObject({
    ...reference,
    personId: identifier,
    name: personal(line('o nome'), 'personId'),
    participant,
    signatures: z.array(z.strictObject({ signatureId, documentId: identifier })).min(1),
    reason: personal(filledParagraph(MAX_REASON_LENGTH, 'o motivo'), 'personId').optional(),
    contactProof,
    totem: actedAtTotem.optional(),
    client: personal(clientContext, 'personId'),
    delegatedAt: timestamp,
  }),
  /**
   * Another contact for a participant with signatures pending. The metadata says who replaced it; the former contact is
   * notified.
   */
  ParticipantContactReplaced: z.strictObject({
    ...reference,
    personId: identifier,
    former: z.strictObject(contact),
    contact: z.strictObject(contact),
    reason: personal(filledParagraph(MAX_REASON_LENGTH, 'o motivo'), 'personId'),
    /** Documents that the participant still has to sign. */
    documentIds: z.array(identifier).min(1),
  }),
  /** By the requester, or by the schedule, which goes on at `nextReminderAt`. */
  ParticipantsReminded: z.strictObject({
    ...reference,
    by: z.enum(['hand', 'schedule']),
    personIds: z.array(identifier),
    remindedAt: timestamp,
    nextReminderAt: timestamp.optional(),
  }),
  DeadlineExtended: z.strictObject({
    ...reference,
    deadline: timestamp,
    /** A schedule of reminders that had come to its end goes on. */
    nextReminderAt: timestamp.optional(),
  }),
  /** The deadline passed with signatures pending: their documents are rejected right after this. */
  ProcessExpired: z.strictObject({
    ...reference,
    deadline: timestamp,
    /** Who had been asked and had not signed. */
    personIds: z.array(identifier),
  }),
  DocumentRejected: z.strictObject({ ...reference, documentId: identifier, cause }),
  DocumentCanceled: z.strictObject({
    ...reference,
    documentId: identifier,
    reason: personal(filledParagraph(MAX_REASON_LENGTH, 'o motivo'), 'actor').optional(),
  }),
  DocumentSealed: z.strictObject({
    ...reference,
    documentId: identifier,
    sha256,
    sizeBytes: z.number().int().positive(),
    validationCode: z.string(),
    sealedAt: timestamp,
  }),
  /** Everyone signed, and the file can never be sealed: the document ends, and its credit goes back. */
  DocumentSealFailed: z.strictObject({ ...reference, documentId: identifier, reason: sealFailure }),
  /** Internal to the tenant: hidden from signers. */
  ProcessTagged: z.strictObject({ ...reference, tagId: identifier }),
  ProcessUntagged: z.strictObject({ ...reference, tagId: identifier }),
  ProcessFinished: z.strictObject(reference),
  ProcessRejected: z.strictObject(reference),
  ProcessCanceled: z.strictObject(reference),
} as const;
