import {
  isEventType,
  streams,
  type AnswerOf,
  type ClientContext,
  type EventMetadata,
  type ProcessEvent,
} from '@lacre/contracts';
import type { EventStore, RecordedEvent } from '@lacre/event-store';
import { Refusal } from '@lacre/http';

type Entry = AnswerOf<'processTimeline'>['items'][number];
type Told = Pick<Entry, 'action'> & Partial<Pick<Entry, 'documentId' | 'part' | 'reason'>>;

/** What each event of a process's stream says to people; null for what only the machinery needs. */
function told(event: ProcessEvent): (Told & { client?: ClientContext }) | null {
  switch (event.type) {
    case 'ProcessCreated':
      return { action: 'created' };
    case 'ProcessCreationAbandoned':
      return null;
    case 'SignatureSigned':
      return { action: 'signed', ...signatureOf(event.data) };
    case 'SignatureRejected':
      return { action: 'rejected', ...signatureOf(event.data), reason: event.data.reason };
    case 'DocumentCompleted':
      return { action: 'document-completed', documentId: event.data.documentId };
    case 'DocumentRejected':
      return {
        action: 'document-rejected',
        documentId: event.data.documentId,
        reason: CAUSES[event.data.cause],
      };
    case 'DocumentCanceled':
      return {
        action: 'document-canceled',
        documentId: event.data.documentId,
        reason: event.data.reason ?? null,
      };
    case 'DocumentSealed':
      return { action: 'document-sealed', documentId: event.data.documentId };
    case 'ProcessFinished':
      return { action: 'process-finished' };
    case 'ProcessRejected':
      return { action: 'process-rejected' };
    case 'ProcessCanceled':
      return { action: 'process-canceled' };
  }
}

const CAUSES = {
  'required-participant-rejected': 'Um participante obrigatório recusou assinar.',
  'minimum-signatories-unreachable': 'O mínimo de representantes não pode mais ser atingido.',
} as const;

const signatureOf = ({
  documentId,
  part,
  client,
}: {
  documentId: string;
  part: Entry['part'];
  client: ClientContext;
}) => ({
  documentId,
  part,
  client,
});

/** `SP/Brasil`, as far as the request told it. */
function placeOf(client: ClientContext | undefined): string | null {
  const parts = [client?.state, client?.country].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join('/');
}

/**
 * The process's timeline, straight from its stream.
 *
 * @throws Refusal SIGNATURE_PROCESS_NOT_FOUND when there is no such process in this tenant.
 */
export async function timelineOf(store: EventStore, tenantId: string, processId: string): Promise<Entry[]> {
  const names = new Map<string, string>();
  const entries: Entry[] = [];
  let created = false;
  for await (const recorded of store.readStream(streams.process(processId))) {
    if (!isEventType(recorded.type)) continue;
    const event = recorded as unknown as ProcessEvent;
    if (event.data.tenantId !== tenantId) break;
    if (event.type === 'ProcessCreated') {
      created = true;
      for (const { documentId, name } of event.data.documents) names.set(documentId, name);
    }
    const line = told(event);
    if (line !== null) entries.push(entryOf(recorded, line, names));
  }
  if (!created) throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
  return entries;
}

function entryOf(
  recorded: RecordedEvent,
  line: Told & { client?: ClientContext },
  names: ReadonlyMap<string, string>,
): Entry {
  const metadata = recorded.metadata as unknown as EventMetadata;
  const client = line.client ?? metadata.client;
  const { actor } = metadata;
  const documentId = line.documentId ?? null;
  return {
    position: recorded.position,
    at: metadata.occurredAt,
    action: line.action,
    who: { kind: actor.kind, name: 'name' in actor ? actor.name : null },
    documentId,
    documentName: documentId === null ? null : (names.get(documentId) ?? null),
    part: line.part ?? null,
    reason: line.reason ?? null,
    ip: client?.ip ?? null,
    place: placeOf(client),
  };
}
