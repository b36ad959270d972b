import type {
  ClientContext,
  Contact,
  ContactProof,
  DataOf,
  FaceEvidence,
  Participant,
  ProcessDocument,
  Reminders,
} from '@lacre/contracts';
import type { Language } from '@lacre/contracts/languages';

export interface CreateProcess {
  type: 'create';
  processId: string;
  /** Of separate processes that are made together. */
  setId?: string | undefined;
  tenantId: string;
  tenantName: string;
  summary: string;
  company: DataOf<'ProcessCreated'>['company'];
  requester: DataOf<'ProcessCreated'>['requester'];
  documents: readonly DocumentToSign[];
  participants: readonly Participant[];
  /** Undefined: every signatory must sign. */
  minimumSignatories: number | undefined;
  /** Signatories beyond the minimum may sign until the document is completed. */
  acceptsLateSignatures?: boolean | undefined;
  /** Participants who have not acted may hand their signatures on. */
  allowsDelegation?: boolean | undefined;
  /** Undefined: one may sign for ever. */
  deadline: string | undefined;
  reminders: Reminders | undefined;
  tagIds?: readonly string[] | undefined;
  /** ISO 8601, UTC. */
  at: string;
}

/** A document with who answers its selection; undefined: signers and signatories. */
export interface DocumentToSign extends ProcessDocument {
  askedOf?: readonly string[] | undefined;
}

/** What a person's act carries, whether they sign or reject. */
interface Act {
  tenantId: string;
  personId: string;
  /** What they have proven: a code for this very act first, if there was one, then what their session has. */
  proofs: readonly ContactProof[];
  /** Where they are in person; undefined on a device of their own. */
  totem?: DataOf<'SignatureSigned'>['totem'];
  client: ClientContext;
  /** ISO 8601, UTC. */
  at: string;
}

export interface Sign extends Act {
  type: 'sign';
  signatures: readonly {
    signatureId: string;
    documentId: string;
    documentSha256: string;
    /** Options chosen. */
    selection?: readonly string[] | undefined;
  }[];
  /** What they accepted, and the language it was shown in. */
  consent: { termsVersion: string; language?: Language | undefined };
  /** Of the declaration that was made for those signatures that ask for one. */
  declarationVersion?: string | undefined;
  /** How the signatures look on the evidence pages. */
  mark?: DataOf<'SignatureSigned'>['mark'];
  /** Whether they gave a one-time code for this very act. */
  code: 'right' | 'wrong' | 'absent';
  /** The face that they showed for this act; `wrong`: what says so is not of them, or no more. */
  face: ShownFace | 'wrong' | 'absent';
}

/** A face that was recognised, and what it may sign. */
export interface ShownFace extends FaceEvidence {
  signatureIds: readonly string[];
}

/** A document was shown to the person who is to sign it. */
export interface RecordReading extends Act {
  type: 'recordReading';
  signatureId: string;
  documentSha256: string;
  /** Undefined: it was opened, and not read yet. */
  read: { pagesShown: number; declared: boolean } | undefined;
}

export interface Reject extends Act {
  type: 'reject';
  signatureIds: readonly string[];
  reason: string;
}

export interface Cancel {
  type: 'cancel';
  tenantId: string;
  /** Undefined: every pending document. */
  documentId: string | undefined;
  reason: string | undefined;
}

export interface RecordSeal {
  type: 'recordSeal';
  tenantId: string;
  seal: Pick<DataOf<'SealProduced'>, 'documentId' | 'sha256' | 'sizeBytes' | 'validationCode' | 'sealedAt'>;
}

/** A signed document that can never be sealed ends. */
export interface RecordSealFailure {
  type: 'recordSealFailure';
  tenantId: string;
  failure: Pick<DataOf<'SealFailed'>, 'documentId' | 'reason'>;
}

/** Ends a creation that never got past its reservation of credits. */
export interface Abandon {
  type: 'abandon';
  processId: string;
  tenantId: string;
}

export interface ExtendDeadline {
  type: 'extendDeadline';
  tenantId: string;
  deadline: string;
  at: string;
}

/** Work that is due: whether it really is, the stream and `at` say. */
export interface Expire {
  type: 'expire';
  tenantId: string;
  at: string;
}

export interface Remind {
  type: 'remind';
  tenantId: string;
  /** Undefined: every participant whose turn it is. */
  personIds: readonly string[] | undefined;
  at: string;
}

/** As `Expire`. */
export interface RemindBySchedule {
  type: 'remindBySchedule';
  tenantId: string;
  at: string;
}

/** A participant as the register has them. */
export type InvitedPerson = Omit<Participant, 'part' | 'requirements' | 'group' | 'atRequestOf'>;

export interface Replace {
  type: 'replace';
  tenantId: string;
  /** Who gives place. */
  personId: string;
  /** Who takes it. */
  by: InvitedPerson;
  at: string;
}

/** A participant hands what they have not signed on to another. */
export interface Delegate extends Act {
  type: 'delegate';
  by: Replace['by'];
  reason: string | undefined;
}

/** Another contact for a participant who has still to sign. */
export interface ReplaceContact {
  type: 'replaceContact';
  tenantId: string;
  personId: string;
  contact: Contact;
  reason: string;
  at: string;
}

export interface SetTags {
  type: 'setTags';
  tenantId: string;
  /** All that the process is to carry. */
  tagIds: readonly string[];
}

export type ProcessCommand =
  | CreateProcess
  | Sign
  | Reject
  | RecordReading
  | Cancel
  | RecordSeal
  | RecordSealFailure
  | Abandon
  | ExtendDeadline
  | Expire
  | Remind
  | RemindBySchedule
  | Replace
  | Delegate
  | ReplaceContact
  | SetTags;
