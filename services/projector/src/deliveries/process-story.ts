import {
  cameToBe,
  foldProcess,
  participantOf,
  streams,
  type DataOf,
  type EventMetadata,
  type ExistingProcess,
  type ProcessEvent,
  type SealFailure,
} from '@lacre/contracts';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';

import { actIdOf } from '../act-id.ts';

/** What messages about a process say, read from its stream. */
export interface ProcessStory {
  process: ExistingProcess;
  /** What was done by each act, by act id. */
  acts: ReadonlyMap<string, Act>;
}

/** What one act did: signatures, refusals or cancellations of one document or several, or a change of a participant. */
export interface Act {
  by: string;
  /** The participant who acted. */
  personId: string | undefined;
  reason: string | undefined;
  /** Its first event: when, and from where. */
  event: LoggedEvent<ProcessEvent>;
  /** Ids of the documents signed, refused, ended, and reassigned by it. */
  signed: readonly string[];
  refused: readonly string[];
  ended: readonly string[];
  moved: readonly string[];
  /** Documents that each signatory is dispensed from by it, by the signatory's id. */
  dispensed: ReadonlyMap<string, readonly string[]>;
  /** The contact that a participant has from then on, and the former one. */
  contact: DataOf<'ParticipantContactReplaced'> | undefined;
  /** Who signs in the place of the participant who acted, by name. */
  delegate?: string | undefined;
  /** Why a document can never be sealed, where this is what happened. */
  sealFailure?: SealFailure | undefined;
  /** The whole process was canceled by it. */
  endedProcess: boolean;
}

/** Whether the document still takes signatures. */
export const isOpen = ({ documents }: ExistingProcess, documentId: string): boolean =>
  documents.get(documentId)?.status === 'pending';

const NOBODY = 'Quem pediu as assinaturas';

const actorIn = ({ actor }: EventMetadata): string => ('name' in actor ? actor.name : NOBODY);

const untold = (event: LoggedEvent<ProcessEvent>): Act => ({
  by: NOBODY,
  personId: undefined,
  reason: undefined,
  event,
  signed: [],
  refused: [],
  ended: [],
  moved: [],
  dispensed: new Map(),
  contact: undefined,
  endedProcess: false,
});

type NameOf = (personId: string) => string;
/** What an event adds to its act. Only events whose act has a message stand here. */
type ActParts = {
  [Type in ProcessEvent['type']]?: (
    event: LoggedEvent<Extract<ProcessEvent, { type: Type }>>,
    act: Act,
    nameOf: NameOf,
  ) => Partial<Act>;
};
type ActPart = (event: LoggedEvent<ProcessEvent>, act: Act, nameOf: NameOf) => Partial<Act>;

const actParts: ActParts = {
  SignatureSigned: ({ data: { personId, documentId } }, { signed }, nameOf) => ({
    by: nameOf(personId),
    personId,
    signed: [...signed, documentId],
  }),
  SignatureRejected: ({ data: { personId, reason, documentId } }, { refused }, nameOf) => ({
    by: nameOf(personId),
    personId,
    reason,
    refused: [...refused, documentId],
  }),
  SignaturesDispensed: ({ data: { documentId, signatures } }, { dispensed }) => ({
    dispensed: signatures.reduce(
      (all, { personId }) => all.set(personId, [...(all.get(personId) ?? []), documentId]),
      new Map(dispensed),
    ),
  }),
  DocumentRejected: ({ data }, { ended }) => ({ ended: [...ended, data.documentId] }),
  DocumentCanceled: ({ data, metadata }, { ended }) => ({
    by: actorIn(metadata),
    reason: data.reason,
    ended: [...ended, data.documentId],
  }),
  DocumentSealFailed: ({ data }, { ended }) => ({
    ended: [...ended, data.documentId],
    sealFailure: data.reason,
  }),
  ParticipantReplaced: ({ data }) => ({ moved: data.signatures.map(({ documentId }) => documentId) }),
  SignatureDelegated: ({ data }) => ({
    by: data.name,
    personId: data.personId,
    reason: data.reason,
    moved: data.signatures.map(({ documentId }) => documentId),
    delegate: data.participant.name,
  }),
  ParticipantContactReplaced: ({ data, metadata }) => ({ by: actorIn(metadata), contact: data }),
  ProcessCanceled: () => ({ endedProcess: true }),
};

/** The process, folded from its stream; undefined when it was never created. */
export async function readStory(log: DomainLog, processId: string): Promise<ProcessStory | undefined> {
  const events = await Array.fromAsync(log.readStream(streams.process(processId)));
  const process = foldProcess(events);
  if (!cameToBe(process)) return undefined;
  const nameOf: NameOf = (personId) => participantOf(process, personId)?.name ?? 'Um participante';
  const acts = new Map<string, Act>();
  for (const event of events) {
    const actId = actIdOf(event.metadata);
    const act = acts.get(actId) ?? untold(event);
    const part = actParts[event.type] as ActPart | undefined;
    acts.set(actId, { ...act, ...part?.(event, act, nameOf) });
  }
  return { process, acts };
}
