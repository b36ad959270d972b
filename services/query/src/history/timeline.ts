import { reaches, type UserPrincipal } from '@lacre/access';
import {
  cameToBe,
  contactText,
  ERASED,
  foldProcess,
  groundsOf,
  legalClaim,
  participantOf,
  streams,
  type AnswerOf,
  type ClientContext,
  type ExistingProcess,
  type ProcessEvent,
} from '@lacre/contracts';
import { SEAL_FAILURES } from '@lacre/contracts/seal-steps';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';
import { Refusal } from '@lacre/http';

type Entry = AnswerOf<'processTimeline'>['items'][number];
type Told = Pick<Entry, 'action'> &
  Partial<Pick<Entry, 'documentId' | 'part' | 'personId' | 'reason' | 'selection' | 'evidence' | 'totem'>>;
type Line = Told & { client?: ClientContext };
type TimelineEntries = {
  [Type in ProcessEvent['type']]: (
    data: Extract<ProcessEvent, { type: Type }>['data'],
    process: ExistingProcess,
  ) => Line | null;
};

type TimelineEntry = (data: ProcessEvent['data'], process: ExistingProcess) => Line | null;

/** `Ana, Rui e Eva` */
const namesOf = (process: ExistingProcess, personIds: readonly string[]): string =>
  new Intl.ListFormat('pt-BR').format(
    personIds.map((id) => participantOf(process, id)?.name ?? 'um participante'),
  );

const MOMENT = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

const CAUSES = {
  'required-participant-rejected': 'Um participante obrigatório recusou assinar.',
  'minimum-signatories-unreachable': 'O mínimo de representantes não pode mais ser atingido.',
  'deadline-passed': 'O prazo para assinar terminou.',
} as const;

/** What each event of a process's stream says to people; null for what only the machinery needs. */
const timelineEntries: TimelineEntries = {
  ProcessCreated: () => ({ action: 'created' }),
  ProcessCreationAbandoned: () => null,
  SignatureSigned: (data, { signatures }) => ({
    action: 'signed',
    documentId: data.documentId,
    part: data.part,
    personId: data.personId,
    client: data.client,
    totem: data.totem?.name ?? null,
    selection: data.selection ?? null,
    evidence: {
      documentSha256: data.documentSha256,
      termsVersion: data.consent.termsVersion,
      authentication: data.authentication,
      claim: legalClaim(groundsOf(data, signatures.get(data.signatureId)?.contactReplaced === true)),
      userAgent: data.client.userAgent ?? null,
      latitude: data.client.latitude ?? null,
      longitude: data.client.longitude ?? null,
    },
  }),
  SignatureRejected: ({ documentId, part, personId, client, reason, totem }) => ({
    action: 'rejected',
    documentId,
    part,
    personId,
    client,
    reason,
    totem: totem?.name ?? null,
  }),
  GroupAsked: ({ personIds }, process) => ({
    action: 'group-asked',
    reason: `Agora é a vez de ${namesOf(process, personIds)}.`,
  }),
  ParticipantReplaced: ({ replaced, participant }) => ({
    action: 'participant-replaced',
    part: participant.part,
    reason: `${participant.name} no lugar de ${replaced.name}.`,
  }),
  ParticipantContactReplaced: ({ personId, former, contact, reason }, process) => ({
    action: 'contact-replaced',
    personId,
    reason: `${namesOf(process, [personId])}: de ${contactText(former)} para ${contactText(contact)}. Motivo: ${reason}`,
  }),
  ParticipantsReminded: ({ by, personIds }, process) =>
    personIds.length === 0
      ? null
      : {
          action: 'reminded',
          reason: `Lembrete${by === 'schedule' ? ' automático' : ''} para ${namesOf(process, personIds)}.`,
        },
  DeadlineExtended: ({ deadline }) => ({
    action: 'deadline-extended',
    reason: `Novo prazo: ${MOMENT.format(new Date(deadline))} (horário de Brasília).`,
  }),
  ProcessExpired: () => ({ action: 'expired' }),
  // How the account keeps order among its processes is no part of what happened.
  ProcessTagged: () => null,
  ProcessUntagged: () => null,
  DocumentCompleted: ({ documentId }) => ({ action: 'document-completed', documentId }),
  DocumentRejected: ({ documentId, cause }) => ({
    action: 'document-rejected',
    documentId,
    reason: CAUSES[cause],
  }),
  DocumentCanceled: ({ documentId, reason }) => ({
    action: 'document-canceled',
    documentId,
    reason: reason ?? null,
  }),
  DocumentSealed: ({ documentId }) => ({ action: 'document-sealed', documentId }),
  DocumentSealFailed: ({ documentId, reason }) => ({
    action: 'document-seal-failed',
    documentId,
    reason: SEAL_FAILURES[reason],
  }),
  ProcessFinished: () => ({ action: 'process-finished' }),
  ProcessRejected: () => ({ action: 'process-rejected' }),
  ProcessCanceled: () => ({ action: 'process-canceled' }),
};

/** `São Paulo/SP/Brasil`, as far as the request told it. */
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
    const line = (timelineEntries[event.type] as TimelineEntry)(event.data, process);
    return line === null ? [] : [entryOf(event, line, process)];
  });
}

function entryOf(
  { position, revision, metadata }: LoggedEvent<ProcessEvent>,
  line: Line,
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
    ip: client?.ip ?? null,
    place: placeOf(client),
  };
}
