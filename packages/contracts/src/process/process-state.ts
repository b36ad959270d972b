import type { DataOf } from '../events/index.ts';
import type { Participant, ProcessDocument, ProcessSignature } from '../events/process.ts';
import type { DocumentStatus, ProcessStatus, Reminders, SignatureStatus } from '../fields.ts';

/** What has become of a signature. */
export interface SignatureOutcome {
  status: SignatureStatus;
  /** When its document was first shown to the person whose it is; ISO 8601 in UTC. */
  openedAt: string | null;
  /** When they said that they have read it. */
  readAt: string | null;
  /** ISO 8601 in UTC; null before the first signature. */
  signedAt: string | null;
  /** In the signer's words. */
  rejectReason: string | null;
  /** Rejected by the deadline, without an act of a participant. */
  expired: boolean;
  /** The answer given with it; null where nothing was asked. */
  chosen: string[] | null;
}

export interface SignatureState extends ProcessSignature, SignatureOutcome {
  /** Of the person whose it is, in the signing order. */
  group: number;
  /** Whether the contact of its person had been replaced by the time of their act. */
  contactReplaced: boolean;
}

/** A document with its status, why it was rejected, and its seal, if any. */
export type DocumentState = ProcessDocument &
  (
    | { status: Exclude<DocumentStatus, 'rejected' | 'sealed'> }
    | { status: 'rejected'; cause: DataOf<'DocumentRejected'>['cause'] }
    | { status: 'sealed'; seal: DataOf<'DocumentSealed'> }
  );

/** Everything that a process's stream has said so far of its people, documents and signatures. */
interface ProcessFacts {
  processId: string;
  tenantId: string;
  summary: string;
  company: DataOf<'ProcessCreated'>['company'];
  tenantName: string;
  requester: DataOf<'ProcessCreated'>['requester'];
  /** Who takes part now, each with the contact that they have now. */
  participants: readonly Participant[];
  /** Replaced participants, as they were then, by id. */
  replaced: ReadonlyMap<string, Participant>;
  /** Ids of those whose contact was replaced. */
  contactReplaced: ReadonlySet<string>;
  minimumSignatories: number;
  acceptsLateSignatures: boolean;
  allowsDelegation: boolean;
  /** The last group that was asked to sign: those after it wait for their turn. */
  askedGroup: number;
  /** ISO 8601 in UTC. */
  deadline: string | undefined;
  /** The deadline passed with signatures pending. */
  expired: boolean;
  reminders: Reminders | undefined;
  /** When the schedule's next reminder is due; undefined without one. */
  nextReminderAt: string | undefined;
  /** When each person was reminded last, by id. */
  remindedAt: ReadonlyMap<string, string>;
  tags: ReadonlySet<string>;
  /** By id, in the order of the process. */
  documents: ReadonlyMap<string, DocumentState>;
  signatures: ReadonlyMap<string, SignatureState>;
}

/** A created process, whatever its status. */
export type ExistingProcess = { status: ProcessStatus } & ProcessFacts;

export type ProcessState =
  | { status: 'absent' }
  /** Its creation stopped halfway and its credits went back: this id can never be used. */
  | { status: 'abandoned' }
  | ExistingProcess;

/** A participant of the process, present or replaced. */
export const participantOf = (
  { participants, replaced }: ProcessFacts,
  personId: string,
): Participant | undefined => participants.find((one) => one.personId === personId) ?? replaced.get(personId);
