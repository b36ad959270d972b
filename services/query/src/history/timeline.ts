import { reaches, type UserPrincipal } from '@lacre/access';
import {
  type AnswerOf,
  cameToBe,
  type ClientContext,
  contactText,
  deviceText,
  ERASED,
  type ExistingProcess,
  foldProcess,
  groundsOf,
  legalClaim,
  participantOf,
  type ProcessEvent,
  readingText,
  REJECTION_CAUSES,
  streams,
  TIME_ZONE,
  timelineActionOf,
  type TimelineEventType,
} from '@lacre/contracts';
import { SEAL_FAILURES } from '@lacre/contracts/seal-steps';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';
import { Refusal } from '@lacre/http';

type Entry = AnswerOf<'processTimeline'>['items'][number];
type Line = Partial<
  Pick<Entry, 'documentId' | 'part' | 'personId' | 'reason' | 'selection' | 'evidence' | 'totem' | 'device'>
> & { client?: ClientContext };
type TimelineEntries = {
  [Type in TimelineEventType]: (
    data: Extract<ProcessEvent, { type: Type }>['data'],
    process: ExistingProcess,
  ) => Line | null;
};

type EntryByType = {
  [Type in ProcessEvent['type']]?: (data: ProcessEvent['data'], process: ExistingProcess) => Line | null;
};

/** `Ana, Rui e Eva` */
const namesOf = (process: ExistingProcess, personIds: readonly string[]): string =>
  new Intl.ListFormat('pt-BR').format(
    personIds.map((id) => participantOf(process, id)?.name ?? 'um participante'),
  );

const MOMENT = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
});

type ParticipantEvent = Extract<
  ProcessEvent,
  { type: 'DocumentOpened' | 'DocumentRead' | 'SignatureSigned' | 'SignatureRejected' }
>;

/** Which document a participant read, signed or refused, and where. */
const byParticipant = ({ documentId, part, personId, client, totem }: ParticipantEvent['data']) => ({
  documentId,
  part,
  personId,
  client,
  totem: totem?.name ?? null,
  device: deviceText(client.userAgent),
});

/** What each event says besides what it is called; null where there is nothing more. */
const timelineEntries: TimelineEntries = {
  ProcessCreated: () => ({}),
  DocumentOpened: byParticipant,
  DocumentRead: (data) => ({ ...byParticipant(data), reason: readingText(data) }),
  SignatureSigned: (data, { signatures }) => ({
    ...byParticipant(data),
    reason: data.atRequestOf === undefined ? null : `A rogo de ${data.atRequestOf.name}.`,
    selection: data.selection ?? null,
    evidence: {
      documentSha256: data.documentSha256,
      termsVersion: data.consent.termsVersion,
      termsLanguage: data.consent.language ?? null,
      authentication: data.authentication,
      claim: legalClaim(groundsOf(data, signatures.get(data.signatureId)?.contactReplaced === true)),
      userAgent: data.client.userAgent ?? null,
      latitude: data.client.latitude ?? null,
      longitude: data.client.longitude ?? null,
    },
  }),
  SignatureRejected: (data) => ({ ...byParticipant(data), reason: data.reason }),
  SignaturesDispensed: ({ documentId, signatures }, process) => ({
    documentId,
    reason: `O mínimo de representantes assinou. ${namesOf(
      process,
      signatures.map(({ personId }) => personId),
    )} não precisa${signatures.length === 1 ? '' : 'm'} mais assinar.`,
  }),
  GroupAsked: ({ personIds }, process) => ({
    reason: `Agora é a vez de ${namesOf(process, personIds)}.`,
  }),
  ParticipantReplaced: ({ replaced, participant }) => ({
    part: participant.part,
    reason: `${participant.name} no lugar de ${replaced.name}.`,
  }),
  SignatureDelegated: ({ personId, name, participant, reason, totem }) => ({
    personId,
    part: participant.part,
    reason: `${participant.name} no lugar de ${name}.${reason === undefined ? '' : ` Motivo: ${reason}`}`,
    totem: totem?.name ?? null,
  }),
  ParticipantContactReplaced: ({ personId, former, contact, reason }, process) => ({
    personId,
    reason: `${namesOf(process, [personId])}: de ${contactText(former)} para ${contactText(contact)}. Motivo: ${reason}`,
  }),
  ParticipantsReminded: ({ by, personIds }, process) =>
    personIds.length === 0
      ? null
      : {
          reason: `Lembrete${by === 'schedule' ? ' automático' : ''} para ${namesOf(process, personIds)}.`,
        },
  DeadlineExtended: ({ deadline }) => ({
    reason: `Novo prazo: ${MOMENT.format(new Date(deadline))} (horário de Brasília).`,
  }),
  ProcessExpired: () => ({}),
  DocumentCompleted: ({ documentId }) => ({ documentId }),
  DocumentRejected: ({ documentId, cause }) => ({
    documentId,
    reason: REJECTION_CAUSES[cause],
  }),
  DocumentCanceled: ({ documentId, reason }) => ({
    documentId,
    reason: reason ?? null,
  }),
  DocumentSealed: ({ documentId }) => ({ documentId }),
  DocumentSealFailed: ({ documentId, reason }) => ({
    documentId,
    reason: SEAL_FAILURES[reason],
  }),
  ProcessFinished: () => ({}),
  ProcessRejected: () => ({}),
  ProcessCanceled: () => ({}),
};

/** `São Paulo/SP/Brasil`, as far as the request had it. */
function placeOf(client: ClientContext | undefined): string | null {
  const parts = [client?.city, client?.state, client?.country].filter((part) => part !== undefined);
  if (parts.includes(ERASED)) return ERASED;
  return parts.length === 0 ? null : parts.join('/');
}

/**
 * The process's timeline, straight from its stream.
 *
 * @throws Refusal SIGNATURE_PROCESS_NOT_FOUND when there is no such process within the caller's reach.
 */
export async function timelineOf(
  log: DomainLog,
  { tenantId, companies }: Pick<UserPrincipal, 'tenantId' | 'companies'>,
  processId: string,
): Promise<Entry[]> {
  const events: LoggedEvent<ProcessEvent>[] = [];
  for await (const event of log.readStream(streams.process(processId))) {
    if (event.data.tenantId !== tenantId) break;
    events.push(event);
  }
  const process = foldProcess(events);
  if (!cameToBe(process) || !reaches(companies, process.company.companyId))
    throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
  return events.flatMap((event) => {
    const action = timelineActionOf(event.type);
    if (action === null) return [];
    const line = (timelineEntries as EntryByType)[event.type]?.(event.data, process) ?? null;
    return line === null ? [] : [entryOf(event, { ...line, action }, process)];
  });
}

function entryOf(
  { position, revision, metadata }: LoggedEvent<ProcessEvent>,
  line: Line & Pick<Entry, 'action'>,
  { documents }: ExistingProcess,
): Entry {
  const client = line.client ?? metadata.client;
  const { actor } = metadata;
  const documentId = line.documentId ?? null;
  return {
    position,
    revision: Number(revision),
    at: metadata.occurredAt,
    action: line.action,
    who: { kind: actor.kind, name: actor.kind === 'user' || actor.kind === 'person' ? actor.name : null },
    documentId,
    documentName: documentId === null ? null : (documents.get(documentId)?.name ?? null),
    part: line.part ?? null,
    personId: line.personId ?? null,
    reason: line.reason ?? null,
    selection: line.selection ?? null,
    evidence: line.evidence ?? null,
    totem: line.totem ?? null,
    device: line.device ?? null,
    ip: client?.ip ?? null,
    place: placeOf(client),
  };
}
