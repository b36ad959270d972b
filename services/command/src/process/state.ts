import {
  contactOf,
  firstGroupOf,
  groupOf,
  withContact,
  type Contact,
  type DataOf,
  type DocumentStatus,
  type Participant,
  type ProcessDocument,
  type ProcessEvent,
  type ProcessSignature,
  type Reminders,
} from '@lacre/contracts';

import { ofTenant } from '../decider/decision.ts';

/** A document with its status, and the seal once it has one. */
export type DocumentState = ProcessDocument &
  (
    | { status: Exclude<DocumentStatus, 'sealed'> }
    | { status: 'sealed'; sealedSha256: string; sealedSizeBytes: number }
  );

export type SignatureState = ProcessSignature & {
  status: 'pending' | 'signed' | 'rejected' | 'canceled';
  /** Of the person whose it is, in the signing order. */
  group: number;
  /** Rejected by the deadline, and by nobody's act. */
  expired: boolean;
};

interface ProcessRecord {
  processId: string;
  tenantId: string;
  summary: string;
  companyId: string;
  tenantName: string;
  requester: { userId: string; name: string };
  participants: readonly Participant[];
  /** Where those who gave their place to somebody else were invited, by CPF. */
  formerContacts: ReadonlyMap<string, Contact>;
  minimumSignatories: number;
  /** The last group that was asked to sign: those after it wait for their turn. */
  askedGroup: number;
  deadline: string | undefined;
  /** The deadline passed with signatures pending. */
  expired: boolean;
  reminders: Reminders | undefined;
  /** When the schedule's next reminder is due; undefined without one. */
  nextReminderAt: string | undefined;
  /** When each person was reminded last. */
  remindedAt: ReadonlyMap<string, string>;
  tags: ReadonlySet<string>;
  documents: ReadonlyMap<string, DocumentState>;
  signatures: ReadonlyMap<string, SignatureState>;
}

export type ProcessState =
  | { status: 'absent' }
  /** Its creation stopped halfway and its credits went back: this id can never be used. */
  | { status: 'abandoned' }
  | ({ status: 'waiting' } & ProcessRecord)
  | ({ status: 'finished' | 'rejected' | 'canceled' } & ProcessRecord);

/** A process that came to be, whatever its status. */
export type ExistingProcess = Extract<ProcessState, ProcessRecord>;

export function processOf(state: ProcessState, tenantId: string): ExistingProcess | undefined {
  return ofTenant(exists(state) ? state : undefined, tenantId);
}

/** Whether the process's deadline, if it has one, has passed at this moment. */
export const isOverdue = ({ deadline }: ExistingProcess, at: string): boolean =>
  deadline !== undefined && Date.parse(at) >= Date.parse(deadline);

export const pendingDocuments = ({ documents }: ExistingProcess): DocumentState[] =>
  [...documents.values()].filter(({ status }) => status === 'pending');

const exists = (state: ProcessState): state is ExistingProcess =>
  state.status !== 'absent' && state.status !== 'abandoned';

export function evolve(state: ProcessState, event: ProcessEvent): ProcessState {
  if (event.type === 'ProcessCreated') return created(event.data);
  if (event.type === 'ProcessCreationAbandoned') return { status: 'abandoned' };
  return exists(state) ? evolveExisting(state, event) : state;
}

function evolveExisting(
  state: ExistingProcess,
  event: Exclude<ProcessEvent, { type: 'ProcessCreated' | 'ProcessCreationAbandoned' }>,
): ExistingProcess {
  switch (event.type) {
    case 'SignatureSigned':
      return withSignature(state, event.data.signatureId, 'signed');
    case 'SignatureRejected':
      return withSignature(state, event.data.signatureId, 'rejected');
    case 'GroupAsked':
      return { ...state, askedGroup: event.data.group };
    case 'ParticipantReplaced':
      return replaced(state, event.data);
    case 'ParticipantContactReplaced':
      return withContact(state, event.data);
    case 'ParticipantsReminded':
      return reminded(state, event.data);
    case 'DeadlineExtended':
      return {
        ...state,
        deadline: event.data.deadline,
        nextReminderAt: event.data.nextReminderAt ?? state.nextReminderAt,
      };
    case 'ProcessExpired':
      return { ...state, expired: true, nextReminderAt: undefined };
    case 'ProcessTagged':
      return { ...state, tags: new Set([...state.tags, event.data.tagId]) };
    case 'ProcessUntagged':
      return { ...state, tags: new Set([...state.tags].filter((tagId) => tagId !== event.data.tagId)) };
    case 'DocumentCompleted':
      return closed(state, event.data.documentId, 'completed');
    case 'DocumentRejected':
      return closed(
        state,
        event.data.documentId,
        'rejected',
        event.data.cause === 'deadline-passed' ? 'rejected' : 'canceled',
      );
    case 'DocumentCanceled':
      return closed(state, event.data.documentId, 'canceled');
    case 'DocumentSealed':
      return sealed(state, event.data);
    case 'DocumentSealFailed':
      return closed(state, event.data.documentId, 'failed');
    case 'ProcessFinished':
      return { ...state, status: 'finished' };
    case 'ProcessRejected':
      return { ...state, status: 'rejected' };
    case 'ProcessCanceled':
      return { ...state, status: 'canceled' };
  }
}

function created(data: DataOf<'ProcessCreated'>): ProcessState {
  const { processId, tenantId, summary, tenantName, requester, participants, minimumSignatories } = data;
  const groups = new Map(participants.map((one) => [one.personId, groupOf(one)]));
  return {
    status: 'waiting',
    processId,
    tenantId,
    summary,
    companyId: data.company.companyId,
    tenantName,
    requester,
    participants,
    formerContacts: new Map(),
    minimumSignatories,
    askedGroup: firstGroupOf(participants),
    deadline: data.deadline,
    expired: false,
    reminders: data.reminders,
    nextReminderAt: data.nextReminderAt,
    remindedAt: new Map(),
    tags: new Set(data.tagIds),
    documents: new Map(
      data.documents.map((document) => [document.documentId, { ...document, status: 'pending' }]),
    ),
    signatures: new Map(
      data.signatures.map((signature) => [
        signature.signatureId,
        { ...signature, status: 'pending', group: groups.get(signature.personId) ?? 1, expired: false },
      ]),
    ),
  };
}

function withSignature(
  state: ExistingProcess,
  signatureId: string,
  status: SignatureState['status'],
): ExistingProcess {
  const signature = state.signatures.get(signatureId);
  if (signature === undefined) return state;
  return { ...state, signatures: new Map(state.signatures).set(signatureId, { ...signature, status }) };
}

/** A document that takes no more signatures: those still pending on it end with it. */
function closed(
  state: ExistingProcess,
  documentId: string,
  status: 'completed' | 'failed' | 'rejected' | 'canceled',
  leftPending: 'rejected' | 'canceled' = 'canceled',
): ExistingProcess {
  const document = state.documents.get(documentId);
  if (document === undefined) return state;
  const signatures = new Map(state.signatures);
  for (const [id, signature] of signatures)
    if (signature.documentId === documentId && signature.status === 'pending')
      signatures.set(id, { ...signature, status: leftPending, expired: leftPending === 'rejected' });
  return {
    ...state,
    signatures,
    documents: new Map(state.documents).set(documentId, { ...document, status }),
  };
}

function replaced(state: ExistingProcess, data: DataOf<'ParticipantReplaced'>): ExistingProcess {
  const { participant, replaced: former } = data;
  const signatures = new Map(state.signatures);
  for (const { signatureId } of data.signatures) {
    const signature = signatures.get(signatureId);
    if (signature !== undefined)
      signatures.set(signatureId, { ...signature, personId: participant.personId });
  }
  const formerContacts = new Map(state.formerContacts);
  for (const one of state.participants)
    if (one.personId === former.personId) formerContacts.set(one.cpf, contactOf(one));
  return {
    ...state,
    signatures,
    formerContacts,
    participants: state.participants.map((one) => (one.personId === former.personId ? participant : one)),
  };
}

function reminded(state: ExistingProcess, data: DataOf<'ParticipantsReminded'>): ExistingProcess {
  const { by, personIds, remindedAt: at, nextReminderAt } = data;
  const remindedAt = new Map(state.remindedAt);
  for (const personId of personIds) remindedAt.set(personId, at);
  return {
    ...state,
    remindedAt,
    nextReminderAt: by === 'schedule' ? nextReminderAt : state.nextReminderAt,
  };
}

function sealed(
  state: ExistingProcess,
  { documentId, sha256, sizeBytes }: DataOf<'DocumentSealed'>,
): ExistingProcess {
  const document = state.documents.get(documentId);
  if (document === undefined) return state;
  return {
    ...state,
    documents: new Map(state.documents).set(documentId, {
      ...document,
      status: 'sealed',
      sealedSha256: sha256,
      sealedSizeBytes: sizeBytes,
    }),
  };
}
