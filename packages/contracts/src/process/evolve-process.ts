import type { DataOf, ProcessEvent } from '../events/index.ts';
import type { ProcessStatus } from '../fields.ts';
import { firstGroupOf, groupOf } from '../signing-order.ts';
import {
  evolveDocument,
  evolveSignature,
  handedTo,
  NO_OUTCOME,
  type DocumentEvent,
} from './document-events.ts';
import { handoverOf, type Handover } from './handover.ts';
import type { DocumentState, ExistingProcess, ProcessState, SignatureState } from './process-state.ts';

/** A process of one fold alone: its maps are changed in place, so that a long stream is not copied event by event. */
type Draft = Omit<ExistingProcess, 'documents' | 'signatures'> & {
  documents: Map<string, DocumentState>;
  signatures: Map<string, SignatureState>;
};
type NeverCreated = Exclude<ProcessState, ExistingProcess>;
type LaterEvent = Exclude<ProcessEvent, { type: 'ProcessCreated' | 'ProcessCreationAbandoned' }>;

/** What ends a process, and what it is then: nothing more happens in it. */
export const PROCESS_ENDS = {
  ProcessFinished: 'finished',
  ProcessRejected: 'rejected',
  ProcessCanceled: 'canceled',
} as const satisfies { readonly [Type in ProcessEvent['type']]?: ProcessStatus };

export const isProcessEnd = (type: string): type is keyof typeof PROCESS_ENDS =>
  Object.hasOwn(PROCESS_ENDS, type);

/** The process after one more event of its stream. */
export const evolveProcess = (state: ProcessState, event: ProcessEvent): ProcessState =>
  applied(cameToBe(state) ? draftOf(state) : state, event);

/** The state of a process, folded from its stream. */
export function foldProcess(events: Iterable<ProcessEvent>): ProcessState {
  let state: Draft | NeverCreated = { status: 'absent' };
  for (const event of events) state = applied(state, event);
  return state;
}

export const cameToBe = (state: ProcessState): state is ExistingProcess =>
  state.status !== 'absent' && state.status !== 'abandoned';

const draftOf = (state: ExistingProcess): Draft => ({
  ...state,
  documents: new Map(state.documents),
  signatures: new Map(state.signatures),
});

function applied(state: Draft | NeverCreated, event: ProcessEvent): Draft | NeverCreated {
  if (event.type === 'ProcessCreated') return created(event.data);
  if (event.type === 'ProcessCreationAbandoned') return { status: 'abandoned' };
  return state.status === 'absent' || state.status === 'abandoned'
    ? state
    : { ...state, ...changesBy(event, state) };
}

/** What the event changes of a created process. */
function changesBy(event: LaterEvent, state: Draft): Partial<Draft> {
  switch (event.type) {
    case 'DocumentOpened':
    case 'DocumentRead':
    case 'SignatureSigned':
    case 'SignatureRejected':
    case 'SignaturesDispensed':
    case 'DocumentCompleted':
    case 'DocumentRejected':
    case 'DocumentCanceled':
    case 'DocumentSealed':
    case 'DocumentSealFailed':
      return afterDocumentEvent(event, state);
    case 'GroupAsked':
      return { askedGroup: event.data.group };
    case 'ParticipantReplaced':
    case 'SignatureDelegated':
      return afterHandover(handoverOf(event), state);
    case 'ParticipantContactReplaced':
      return afterNewContact(event.data, state);
    case 'ParticipantsReminded':
      return afterReminder(event.data, state);
    case 'DeadlineExtended':
      return {
        deadline: event.data.deadline,
        nextReminderAt: event.data.nextReminderAt ?? state.nextReminderAt,
      };
    case 'ProcessExpired':
      return { expired: true, nextReminderAt: undefined };
    case 'ProcessTagged':
      return { tags: new Set([...state.tags, event.data.tagId]) };
    case 'ProcessUntagged':
      return { tags: new Set([...state.tags].filter((tagId) => tagId !== event.data.tagId)) };
    case 'ProcessFinished':
    case 'ProcessRejected':
    case 'ProcessCanceled':
      return { status: PROCESS_ENDS[event.type] };
  }
}

function created(data: DataOf<'ProcessCreated'>): Draft {
  const { processId, tenantId, summary, company, tenantName, requester, participants } = data;
  const groups = new Map(participants.map((one) => [one.personId, groupOf(one)]));
  return {
    status: 'waiting',
    processId,
    tenantId,
    summary,
    company,
    tenantName,
    requester,
    participants,
    replaced: new Map(),
    contactReplaced: new Set(),
    minimumSignatories: data.minimumSignatories,
    acceptsLateSignatures: data.acceptsLateSignatures === true,
    allowsDelegation: data.allowsDelegation === true,
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
        { ...signature, ...NO_OUTCOME, group: groups.get(signature.personId) ?? 1, contactReplaced: false },
      ]),
    ),
  };
}

function afterDocumentEvent(
  event: DocumentEvent,
  { documents, signatures, contactReplaced }: Draft,
): Partial<Draft> {
  const { documentId } = event.data;
  const document = documents.get(documentId);
  if (document === undefined) return {};
  documents.set(documentId, evolveDocument(document, event));
  // An act is looked up: passing over the others for each would make a long process slow.
  const acted = 'signatureId' in event.data ? signatures.get(event.data.signatureId) : undefined;
  for (const signature of acted === undefined ? signatures.values() : [acted]) {
    if (signature.documentId !== documentId) continue;
    const after = evolveSignature(signature, event);
    if (after !== signature)
      signatures.set(signature.signatureId, {
        ...after,
        contactReplaced: contactReplaced.has(signature.personId),
      });
  }
  return {};
}

/** What the person who gives place was still to sign is the new participant's. */
function afterHandover(
  { replaced: { personId }, participant, signatures }: Handover,
  state: Draft,
): Partial<Draft> {
  for (const { signatureId } of signatures) {
    const signature = state.signatures.get(signatureId);
    if (signature !== undefined) state.signatures.set(signatureId, handedTo(signature, participant.personId));
  }
  const former = state.participants.find((one) => one.personId === personId);
  if (former === undefined) return {};
  return {
    participants: state.participants.map((one) => (one === former ? participant : one)),
    replaced: new Map(state.replaced).set(personId, former),
  };
}

function afterNewContact(
  { personId, contact }: DataOf<'ParticipantContactReplaced'>,
  state: Draft,
): Partial<Draft> {
  return {
    participants: state.participants.map((one) => {
      if (one.personId !== personId) return one;
      const { cellphoneNumber: _former, ...kept } = one;
      return { ...kept, ...contact };
    }),
    contactReplaced: new Set([...state.contactReplaced, personId]),
  };
}

function afterReminder(data: DataOf<'ParticipantsReminded'>, state: Draft): Partial<Draft> {
  const remindedAt = new Map(state.remindedAt);
  for (const personId of data.personIds) remindedAt.set(personId, data.remindedAt);
  return data.by === 'schedule' ? { remindedAt, nextReminderAt: data.nextReminderAt } : { remindedAt };
}
