import {
  cameToBe,
  foldProcess,
  groupOf,
  processDescriptionOf,
  streams,
  type DataOf,
  type DocumentStatus,
  type ExistingProcess,
  type ProcessDocument,
  type ProcessEvent,
  type SignatureState,
} from '@lacre/contracts';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';

/** One event of a process with who did it and when, and where the log has it. */
export type ProcessEntry = LoggedEvent<ProcessEvent>;
type EntryOf<Type extends ProcessEntry['type']> = Extract<ProcessEntry, { type: Type }>;
export type ActEntry = EntryOf<'SignatureSigned' | 'SignatureRejected'>;

/** What follows from the acts of people by rule: the event names who acted last, who did not decide it. */
export const isOutcome = ({ type }: Pick<ProcessEntry, 'type'>): boolean =>
  processDescriptionOf(type)?.timeline?.byRule === true;

/** Whether the event is part of what happened: how the account keeps order among its processes is not. */
export const isOnTimeline = ({ type }: { type: string }): boolean =>
  processDescriptionOf(type)?.timeline !== undefined;

/** A process: each event of its stream, and their fold. */
export class ProcessRecord {
  readonly created: DataOf<'ProcessCreated'>;
  readonly entries: readonly ProcessEntry[];
  readonly state: ExistingProcess;

  constructor(entries: readonly ProcessEntry[]) {
    const created = entries.find(
      (entry): entry is EntryOf<'ProcessCreated'> => entry.type === 'ProcessCreated',
    );
    const state = foldProcess(entries);
    if (created === undefined || !cameToBe(state)) throw new Error('no process was created by these events');
    this.created = created.data;
    this.entries = entries;
    this.state = state;
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
    return this.state.documents.get(documentId)?.status ?? 'pending';
  }

  /** Events of the whole process and of this document, none of another document's. */
  entriesOf(documentId: string): ProcessEntry[] {
    return this.entries.filter(({ data }) => !('documentId' in data) || data.documentId === documentId);
  }

  /** Signatures of the document, in the order of the process. */
  signaturesOf(documentId: string): SignatureState[] {
    return [...this.state.signatures.values()].filter((signature) => signature.documentId === documentId);
  }

  /** The act on a signature: given or refused. */
  actOn(signatureId: string): ActEntry | undefined {
    return this.entries.find(
      (entry): entry is ActEntry =>
        (entry.type === 'SignatureSigned' || entry.type === 'SignatureRejected') &&
        entry.data.signatureId === signatureId,
    );
  }

  /** Whether the person has been asked to sign the document, which begins with their turn. */
  asks(personId: string, documentId: string): boolean {
    const { participants, askedGroup } = this.state;
    const person = participants.find((participant) => participant.personId === personId);
    return (
      person !== undefined &&
      groupOf(person) <= askedGroup &&
      this.signaturesOf(documentId).some((signature) => signature.personId === personId)
    );
  }
}

/** Reads a process whole; undefined when it was never created. What does not fit the contracts is never skipped. */
export async function readProcess(log: DomainLog, processId: string): Promise<ProcessRecord | undefined> {
  const stream = streams.process(processId);
  const entries = await Array.fromAsync(log.readStream(stream, { refuse: 'misfits' }));
  return entries.some(({ type }) => type === 'ProcessCreated') ? new ProcessRecord(entries) : undefined;
}
