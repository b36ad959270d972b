import {
  streams,
  withContact,
  withReplacement,
  type DataOf,
  type ProcessEvent,
  type SealFailure,
} from '@lacre/contracts';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';

import { actIdOf } from '../act-id.ts';

type Participants = DataOf<'ProcessCreated'>['participants'];

/** What messages about a process tell, read from its stream. */
export interface ProcessStory {
  created: DataOf<'ProcessCreated'>;
  /** What was done by each act, by act id. */
  acts: ReadonlyMap<string, Act>;
  /** Ids of the sealed documents, in the order of the process. */
  sealed: readonly string[];
  /** Who takes part now, and what each is or was to sign. */
  participants: Participants;
  signatures: DataOf<'ProcessCreated'>['signatures'];
  /** Those who gave their place to somebody else, by id. */
  replaced: ReadonlyMap<string, Participants[number]>;
  /** Ids of the signatures there are. */
  signed: ReadonlySet<string>;
  /** Ids of the documents that take no more signatures. */
  closed: ReadonlySet<string>;
  /** Ids of those that the deadline closed. */
  expired: readonly string[];
  deadline: string | undefined;
}

/** What one act did: signatures, refusals or cancellations of one document or several, or a change of a participant. */
export interface Act {
  by: string;
  /** The participant who acted. */
  personId: string | undefined;
  reason: string | undefined;
  /** Its first event: when, and from where. */
  event: LoggedEvent<ProcessEvent>;
  /** Ids of the documents signed, refused, ended, and given to somebody else by it. */
  signed: readonly string[];
  refused: readonly string[];
  ended: readonly string[];
  moved: readonly string[];
  /** The contact that a participant has from then on, and the former one. */
  contact: DataOf<'ParticipantContactReplaced'> | undefined;
  /** Why a document can never be sealed, where this is what happened. */
  sealFailure?: SealFailure | undefined;
  /** The whole process was canceled by it. */
  endedProcess: boolean;
}

const CLOSES: ReadonlySet<string> = new Set(['DocumentCompleted', 'DocumentRejected', 'DocumentCanceled']);
const NOBODY = 'Quem pediu as assinaturas';

/** A story as far as it has been read. */
class Reading {
  created: DataOf<'ProcessCreated'> | undefined;
  deadline: string | undefined;
  readonly acts = new Map<string, Act>();
  readonly sealed = new Set<string>();
  readonly signed = new Set<string>();
  readonly closed = new Set<string>();
  readonly replaced = new Map<string, Participants[number]>();
  readonly expired: string[] = [];

  add(event: LoggedEvent<ProcessEvent>): void {
    if (event.type === 'ProcessCreated') this.created = event.data;
    if (event.type === 'ParticipantReplaced') this.#replace(event.data);
    if (event.type === 'ParticipantContactReplaced' && this.created !== undefined)
      this.created = withContact(this.created, event.data);
    if (event.type === 'ProcessCreated' || event.type === 'DeadlineExtended')
      this.deadline = event.data.deadline;
    if (event.type === 'SignatureSigned') this.signed.add(event.data.signatureId);
    if (event.type === 'DocumentSealed') this.sealed.add(event.data.documentId);
    if (CLOSES.has(event.type) && 'documentId' in event.data) this.closed.add(event.data.documentId);
    if (event.type === 'DocumentRejected' && event.data.cause === 'deadline-passed')
      this.expired.push(event.data.documentId);
    this.#tell(event);
  }

  #replace(data: DataOf<'ParticipantReplaced'>): void {
    const former = this.created?.participants.find((one) => one.personId === data.replaced.personId);
    if (this.created === undefined || former === undefined) return;
    this.replaced.set(former.personId, former);
    this.created = withReplacement(this.created, data);
  }

  #tell(event: LoggedEvent<ProcessEvent>): void {
    const actId = actIdOf(event.metadata);
    const act = this.acts.get(actId) ?? untold(event);
    const tell = (told: Partial<Act>) => this.acts.set(actId, { ...act, ...told });
    switch (event.type) {
      case 'SignatureSigned':
        tell({ ...this.#actor(event.data.personId), signed: [...act.signed, event.data.documentId] });
        break;
      case 'SignatureRejected': {
        const { personId, reason, documentId } = event.data;
        tell({ ...this.#actor(personId), reason, refused: [...act.refused, documentId] });
        break;
      }
      case 'DocumentRejected':
        tell({ ended: [...act.ended, event.data.documentId] });
        break;
      case 'DocumentCanceled':
        tell({
          by: actorIn(event),
          reason: event.data.reason,
          ended: [...act.ended, event.data.documentId],
        });
        break;
      case 'DocumentSealFailed':
        tell({ ended: [...act.ended, event.data.documentId], sealFailure: event.data.reason });
        break;
      case 'ParticipantReplaced':
        tell({ moved: event.data.signatures.map(({ documentId }) => documentId) });
        break;
      case 'ParticipantContactReplaced':
        tell({ by: actorIn(event), contact: event.data });
        break;
      case 'ProcessCanceled':
        tell({ endedProcess: true });
        break;
      default:
        break;
    }
  }

  #actor(personId: string): Pick<Act, 'by' | 'personId'> {
    const participant = this.created?.participants.find((one) => one.personId === personId);
    return { by: participant?.name ?? 'Um participante', personId };
  }
}

const actorIn = ({ metadata: { actor } }: LoggedEvent<ProcessEvent>): string =>
  'name' in actor ? actor.name : NOBODY;

const untold = (event: LoggedEvent<ProcessEvent>): Act => ({
  by: NOBODY,
  personId: undefined,
  reason: undefined,
  event,
  signed: [],
  refused: [],
  ended: [],
  moved: [],
  contact: undefined,
  endedProcess: false,
});

/** The process as its stream tells it; undefined when it was never created. */
export async function readStory(log: DomainLog, processId: string): Promise<ProcessStory | undefined> {
  const reading = new Reading();
  for await (const event of log.readStream(streams.process(processId))) reading.add(event);
  const { created } = reading;
  if (created === undefined) return undefined;
  const sealed = created.documents.map(({ documentId }) => documentId);
  return {
    created,
    participants: created.participants,
    signatures: created.signatures,
    acts: reading.acts,
    sealed: sealed.filter((id) => reading.sealed.has(id)),
    replaced: reading.replaced,
    signed: reading.signed,
    closed: reading.closed,
    expired: reading.expired,
    deadline: reading.deadline,
  };
}
