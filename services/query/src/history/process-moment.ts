import { reaches, type UserPrincipal } from '@lacre/access';
import {
  firstGroupOf,
  groupOf,
  streams,
  withContact,
  withReplacement,
  type AnswerOf,
  type DataOf,
  type DocumentStatus,
  type Participant,
  type ProcessEvent,
  type ProcessSignature,
  type ProcessStatus,
} from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import { Refusal } from '@lacre/http';

import { awaitedOn, requiredByProcess } from '../views/required-signatures.ts';

type Moment = AnswerOf<'processMoment'>;
type SignatureView = Moment['signatures'][number];
/** What an act or an end has made of a signature. */
type Outcome = Pick<SignatureView, 'status' | 'signedAt' | 'rejectReason' | 'expired' | 'chosen'>;

interface State {
  status: ProcessStatus;
  deadline: string | null;
  documents: readonly { documentId: string; name: string; status: DocumentStatus }[];
  participants: Participant[];
  signatures: ProcessSignature[];
  outcomes: ReadonlyMap<string, Outcome>;
  minimumSignatories: number;
  askedGroup: number;
}

const PENDING: Outcome = {
  status: 'pending',
  signedAt: null,
  rejectReason: null,
  expired: false,
  chosen: null,
};

const begun = (data: DataOf<'ProcessCreated'>): State => ({
  status: 'waiting',
  deadline: data.deadline ?? null,
  documents: data.documents.map(({ documentId, name }) => ({ documentId, name, status: 'pending' })),
  participants: data.participants,
  signatures: data.signatures,
  outcomes: new Map(),
  minimumSignatories: data.minimumSignatories,
  askedGroup: firstGroupOf(data.participants),
});

const withOutcome = (state: State, signatureId: string, outcome: Partial<Outcome>): State => ({
  ...state,
  outcomes: new Map(state.outcomes).set(signatureId, { ...PENDING, ...outcome }),
});

/** The document in its new state; one that has ended leaves no signature pending on it. */
function withDocument(
  state: State,
  documentId: string,
  status: DocumentStatus,
  end: Partial<Outcome> = { status: 'canceled' },
): State {
  const outcomes = new Map(state.outcomes);
  for (const { signatureId, documentId: of } of state.signatures)
    if (of === documentId && !outcomes.has(signatureId)) outcomes.set(signatureId, { ...PENDING, ...end });
  return {
    ...state,
    outcomes,
    documents: state.documents.map((one) => (one.documentId === documentId ? { ...one, status } : one)),
  };
}

function evolve(
  state: State,
  { type, data }: Exclude<ProcessEvent, { type: 'ProcessCreated' | 'ProcessCreationAbandoned' }>,
): State {
  switch (type) {
    case 'SignatureSigned': {
      const { signatureId, signedAt, selection } = data;
      return withOutcome(state, signatureId, {
        status: 'signed',
        signedAt,
        chosen: selection?.chosen ?? null,
      });
    }
    case 'SignatureRejected':
      return withOutcome(state, data.signatureId, { status: 'rejected', rejectReason: data.reason });
    case 'GroupAsked':
      return { ...state, askedGroup: data.group };
    case 'ParticipantReplaced':
      return withReplacement(state, data);
    case 'ParticipantContactReplaced':
      return withContact(state, data);
    case 'DeadlineExtended':
      return { ...state, deadline: data.deadline };
    case 'DocumentCompleted':
      return withDocument(state, data.documentId, 'completed');
    case 'DocumentRejected':
      return data.cause === 'deadline-passed'
        ? withDocument(state, data.documentId, 'rejected', { status: 'rejected', expired: true })
        : withDocument(state, data.documentId, 'rejected');
    case 'DocumentCanceled':
      return withDocument(state, data.documentId, 'canceled');
    case 'DocumentSealed':
      return withDocument(state, data.documentId, 'sealed');
    case 'DocumentSealFailed':
      return withDocument(state, data.documentId, 'failed');
    case 'ProcessFinished':
      return { ...state, status: 'finished' };
    case 'ProcessRejected':
      return { ...state, status: 'rejected' };
    case 'ProcessCanceled':
      return { ...state, status: 'canceled' };
    case 'ParticipantsReminded':
    case 'ProcessExpired':
    case 'ProcessTagged':
    case 'ProcessUntagged':
      return state;
  }
}

/** As the projection shows the process now, it is shown then. */
function viewOf(state: State, revision: number, at: string): Moment {
  const { status, deadline, minimumSignatories } = state;
  const signatures = state.signatures.map(({ signatureId, documentId, personId, part }) => ({
    signatureId,
    documentId,
    personId,
    part,
    ...(state.outcomes.get(signatureId) ?? PENDING),
  }));
  const documents = state.documents.map(({ documentId, status: of }) => ({
    status: of,
    signatures: signatures.filter((one) => one.documentId === documentId),
  }));
  const required = requiredByProcess(documents, minimumSignatories);
  const awaited = new Set(
    documents
      .filter((document) => document.status === 'pending')
      .flatMap((document) => awaitedOn(document, minimumSignatories)),
  );
  const participants = state.participants.map((one) => ({
    personId: one.personId,
    part: one.part,
    name: one.name,
    group: groupOf(one),
    asked: groupOf(one) <= state.askedGroup,
  }));
  return {
    revision,
    at,
    status,
    deadline,
    documents: [...state.documents],
    participants,
    signatures,
    waitingFor: participants
      .filter(({ personId, asked }) => asked && awaited.has(personId))
      .map(({ personId, name }) => ({ personId, name })),
    signaturesDone: required.done,
    signaturesTotal: required.total,
  };
}

/**
 * The process right after the event of this revision, folded from its stream.
 *
 * @throws Refusal SIGNATURE_PROCESS_NOT_FOUND when there is no such process within the caller's reach,
 *   PROCESS_MOMENT_NOT_FOUND when it has no event of this revision yet.
 */
export async function momentOf(
  log: DomainLog,
  { tenantId, companies }: Pick<UserPrincipal, 'tenantId' | 'companies'>,
  processId: string,
  revision: number,
): Promise<Moment> {
  let state: State | undefined;
  let last = { revision: 0, at: '' };
  for await (const event of log.readStream(streams.process(processId))) {
    // What the process begins with is in every moment.
    if (state !== undefined && Number(event.revision) > revision) break;
    if (event.data.tenantId !== tenantId || event.type === 'ProcessCreationAbandoned') break;
    if (event.type === 'ProcessCreated') {
      if (!reaches(companies, event.data.company.companyId)) break;
      state = begun(event.data);
    } else if (state !== undefined) state = evolve(state, event);
    last = { revision: Number(event.revision), at: event.metadata.occurredAt };
  }
  if (state === undefined) throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
  if (last.revision < revision) throw new Refusal('PROCESS_MOMENT_NOT_FOUND');
  return viewOf(state, last.revision, last.at);
}
