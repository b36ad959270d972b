import {
  isEventType,
  streams,
  withReplacement,
  type Actor,
  type DataOf,
  type ProcessEvent,
} from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';

import { actIdOf } from '../act-id.ts';

/** What messages about a process tell, read from its stream. */
export interface ProcessStory {
  created: DataOf<'ProcessCreated'>;
  /** The acts that ended documents, by act id. */
  acts: Map<string, EndingAct>;
  /** Ids of the sealed documents, in the order of the process. */
  sealed: readonly string[];
  /** Who takes part now, and what each is or was to sign. */
  participants: DataOf<'ProcessCreated'>['participants'];
  signatures: DataOf<'ProcessCreated'>['signatures'];
  /** Ids of those who gave their place to somebody else. */
  replaced: ReadonlySet<string>;
  /** Ids of the documents that take no more signatures. */
  closed: ReadonlySet<string>;
  /** Ids of those that the deadline closed. */
  expired: readonly string[];
  deadline: string | undefined;
}

/** What one act did: somebody refused, or canceled, one document or several. */
export interface EndingAct {
  by: string;
  reason: string | undefined;
  /** Ids of the documents that ended by it. */
  documentIds: readonly string[];
  /** The whole process was canceled by it. */
  endedProcess: boolean;
}

/** The process as its stream tells it; undefined when it was never created. */
export async function readStory(store: EventStore, processId: string): Promise<ProcessStory | undefined> {
  let created: DataOf<'ProcessCreated'> | undefined;
  const acts: ProcessStory['acts'] = new Map();
  const sealed = new Set<string>();
  const closed = new Set<string>();
  const replaced = new Set<string>();
  const expired: string[] = [];
  let deadline: string | undefined;
  const nameOf = (personId: string): string =>
    created?.participants.find((one) => one.personId === personId)?.name ?? 'Um participante';
  for await (const recorded of store.readStream(streams.process(processId))) {
    if (!isEventType(recorded.type)) continue;
    const event = recorded as unknown as ProcessEvent;
    const actor = recorded.metadata['actor'] as unknown as Actor;
    if (event.type === 'ProcessCreated') created = event.data;
    if (created !== undefined && event.type === 'ParticipantReplaced') {
      created = withReplacement(created, event.data);
      replaced.add(event.data.replaced.personId);
    }
    if (event.type === 'ProcessCreated' || event.type === 'DeadlineExtended') ({ deadline } = event.data);
    if (CLOSES.has(event.type) && 'documentId' in event.data) closed.add(event.data.documentId);
    const actId = actIdOf(recorded.metadata);
    const tell = (told: Partial<EndingAct>) => acts.set(actId, { ...(acts.get(actId) ?? UNTOLD), ...told });
    const ended = (documentId: string) => [...(acts.get(actId) ?? UNTOLD).documentIds, documentId];
    if (event.type === 'SignatureRejected')
      tell({ by: nameOf(event.data.personId), reason: event.data.reason });
    if (event.type === 'DocumentRejected' && event.data.cause === 'deadline-passed')
      expired.push(event.data.documentId);
    if (event.type === 'DocumentRejected') tell({ documentIds: ended(event.data.documentId) });
    if (event.type === 'DocumentCanceled') {
      const by = 'name' in actor ? actor.name : UNTOLD.by;
      tell({ by, reason: event.data.reason, documentIds: ended(event.data.documentId) });
    }
    if (event.type === 'ProcessCanceled') tell({ endedProcess: true });
    if (event.type === 'DocumentSealed') sealed.add(event.data.documentId);
  }
  if (created === undefined) return undefined;
  const inOrder = created.documents.map(({ documentId }) => documentId).filter((id) => sealed.has(id));
  const { participants, signatures } = created;
  return { created, acts, sealed: inOrder, participants, signatures, replaced, closed, expired, deadline };
}

const CLOSES: ReadonlySet<string> = new Set(['DocumentCompleted', 'DocumentRejected', 'DocumentCanceled']);

const UNTOLD: EndingAct = {
  by: 'Quem pediu as assinaturas',
  reason: undefined,
  documentIds: [],
  endedProcess: false,
};
