import {
  firstGroupOf,
  groupOf,
  streams,
  withContact,
  withReplacement,
  type DataOf,
  type DocumentStatus,
  type Participant,
  type ProcessDocument,
  type ProcessEvent,
  type ProcessSignature,
} from '@lacre/contracts';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';

/** One event of a process with who did it and when, and where the log has it. */
export type ProcessEntry = LoggedEvent<ProcessEvent>;
type EntryOf<Type extends ProcessEntry['type']> = Extract<ProcessEntry, { type: Type }>;

/** After these a document waits for no signature. */
const ENDS_WAITING: ReadonlySet<string> = new Set([
  'DocumentCompleted',
  'DocumentRejected',
  'DocumentCanceled',
]);

const STATUS_AFTER: Readonly<Record<string, DocumentStatus>> = {
  DocumentCompleted: 'completed',
  DocumentSealed: 'sealed',
  DocumentRejected: 'rejected',
  DocumentCanceled: 'canceled',
  DocumentSealFailed: 'failed',
};

/** What follows from the acts of people by rule: the event names who acted last, who did not decide it. */
const OUTCOMES: ReadonlySet<ProcessEntry['type']> = new Set([
  'DocumentCompleted',
  'DocumentRejected',
  'DocumentSealed',
  'DocumentSealFailed',
  'ProcessFinished',
  'ProcessRejected',
]);
export const isOutcome = ({ type }: Pick<ProcessEntry, 'type'>): boolean => OUTCOMES.has(type);

/** A process as its stream tells it. */
export class ProcessRecord {
  readonly created: DataOf<'ProcessCreated'>;
  readonly entries: readonly ProcessEntry[];
  /** Who takes part now, and whose each signature is. */
  readonly participants: readonly Participant[];
  readonly signatures: readonly ProcessSignature[];
  /** From when on nobody may sign. */
  readonly deadline: string | undefined;

  constructor(created: DataOf<'ProcessCreated'>, entries: readonly ProcessEntry[]) {
    this.created = created;
    this.entries = entries;
    const now = entries.reduce((taking, { type, data }) => {
      if (type === 'ParticipantReplaced') return withReplacement(taking, data);
      return type === 'ParticipantContactReplaced' ? withContact(taking, data) : taking;
    }, created);
    this.participants = now.participants;
    this.signatures = now.signatures;
    const extended = entries.findLast((entry) => entry.type === 'DeadlineExtended');
    this.deadline = extended?.data.deadline ?? created.deadline;
  }

  document(documentId: string): ProcessDocument | undefined {
    return this.created.documents.find((document) => document.documentId === documentId);
  }

  /** The event of that type that concerns the document, when it has happened. */
  find<Type extends 'DocumentCompleted' | 'DocumentSealed'>(
    type: Type,
    documentId: string,
  ): EntryOf<Type> | undefined {
    return this.entries.find(
      (entry): entry is EntryOf<Type> =>
        entry.type === type && 'documentId' in entry.data && entry.data.documentId === documentId,
    );
  }

  /** What became of the document so far. */
  statusOf(documentId: string): DocumentStatus {
    const last = this.entriesOf(documentId).findLast(({ type }) => type in STATUS_AFTER);
    return STATUS_AFTER[last?.type ?? ''] ?? 'pending';
  }

  /** Whether the document still waits for signatures. */
  isPending(documentId: string): boolean {
    return !this.entriesOf(documentId).some(({ type }) => ENDS_WAITING.has(type));
  }

  /** Events of the whole process and of this document, none of another document's. */
  entriesOf(documentId: string): ProcessEntry[] {
    return this.entries.filter(({ data }) => !('documentId' in data) || data.documentId === documentId);
  }

  /** Whether the person has been asked to sign the document: before their turn nobody has. */
  asks(personId: string, documentId: string): boolean {
    return (
      this.#isAsked(personId) &&
      this.signatures.some(
        (signature) => signature.personId === personId && signature.documentId === documentId,
      )
    );
  }

  /** Whether the person takes part, and their turn in the signing order has come. */
  #isAsked(personId: string): boolean {
    const person = this.participants.find((participant) => participant.personId === personId);
    if (person === undefined) return false;
    const last = this.entries.findLast((entry) => entry.type === 'GroupAsked');
    return groupOf(person) <= (last?.data.group ?? firstGroupOf(this.created.participants));
  }
}

/** Reads a process whole; undefined when it was never created. What does not fit the contracts is never skipped. */
export async function readProcess(log: DomainLog, processId: string): Promise<ProcessRecord | undefined> {
  const stream = streams.process(processId);
  const entries = await Array.fromAsync(log.readStream(stream, { refuse: 'misfits' }));
  const created = entries.find(
    (entry): entry is EntryOf<'ProcessCreated'> => entry.type === 'ProcessCreated',
  );
  return created && new ProcessRecord(created.data, entries);
}
