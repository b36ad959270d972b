import { isEventType, streams, type Actor, type DataOf, type ProcessEvent } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';

/** What messages about a process tell, read from its stream. */
export interface ProcessStory {
  created: DataOf<'ProcessCreated'>;
  /** The rejection that decided a document, by document id. */
  rejections: Map<string, { by: string; reason: string }>;
  cancellations: Map<string, { by: string; reason: string | undefined }>;
  /** Ids of the sealed documents, in the order of the process. */
  sealed: readonly string[];
}

/** The process as its stream tells it; undefined when it was never created. */
export async function readStory(store: EventStore, processId: string): Promise<ProcessStory | undefined> {
  let created: DataOf<'ProcessCreated'> | undefined;
  const rejections: ProcessStory['rejections'] = new Map();
  const cancellations: ProcessStory['cancellations'] = new Map();
  const sealed = new Set<string>();
  const nameOf = (personId: string): string =>
    created?.participants.find((one) => one.personId === personId)?.name ?? 'Um participante';
  for await (const recorded of store.readStream(streams.process(processId))) {
    if (!isEventType(recorded.type)) continue;
    const event = recorded as unknown as ProcessEvent;
    const actor = recorded.metadata['actor'] as unknown as Actor;
    if (event.type === 'ProcessCreated') created = event.data;
    if (event.type === 'SignatureRejected') {
      const { documentId, personId, reason } = event.data;
      rejections.set(documentId, { by: nameOf(personId), reason });
    }
    if (event.type === 'DocumentCanceled') {
      const by = 'name' in actor ? actor.name : 'Quem pediu as assinaturas';
      cancellations.set(event.data.documentId, { by, reason: event.data.reason });
    }
    if (event.type === 'DocumentSealed') sealed.add(event.data.documentId);
  }
  if (created === undefined) return undefined;
  const inOrder = created.documents.map(({ documentId }) => documentId).filter((id) => sealed.has(id));
  return { created, rejections, cancellations, sealed: inOrder };
}
