import { groupOf, type DataOf, type ProcessEvent } from '@lacre/contracts';

import { accept, type Decision } from '../../decider/decision.ts';
import { evolve, type ExistingProcess, type ProcessState, type SignatureState } from './state.ts';

/**
 * What the state of a document's signatures makes of them and of it; nothing while it waits for more. Signatories beyond
 * the minimum are dispensed once it is met or, where late signatures are accepted, once the document is completed.
 */
export function documentOutcome(state: ExistingProcess, documentId: string): ProcessEvent[] {
  const { processId, tenantId, minimumSignatories, acceptsLateSignatures } = state;
  const data = { processId, tenantId, documentId };
  const signatures = [...state.signatures.values()].filter((each) => each.documentId === documentId);
  const signatories = signatures.filter(({ part }) => part === 'signatory');
  const required = signatures.filter(({ part }) => part !== 'signatory');
  const cause = rejectionCause(required, signatories, minimumSignatories);
  if (cause !== undefined) return [{ type: 'DocumentRejected', data: { ...data, cause } }];
  if (count(signatories, 'signed') < minimumSignatories) return [];
  const isComplete = required.every(({ status }) => status === 'signed');
  const unneeded = acceptsLateSignatures && !isComplete ? [] : dispensable(signatories);
  return [
    ...(unneeded.length === 0
      ? []
      : [{ type: 'SignaturesDispensed' as const, data: { ...data, signatures: unneeded } }]),
    ...(isComplete ? [{ type: 'DocumentCompleted' as const, data }] : []),
  ];
}

const dispensable = (signatories: readonly SignatureState[]) =>
  signatories
    .filter(({ status }) => status === 'pending')
    .map(({ signatureId, personId }) => ({ signatureId, personId }));

function rejectionCause(
  required: readonly SignatureState[],
  signatories: readonly SignatureState[],
  minimumSignatories: number,
): DataOf<'DocumentRejected'>['cause'] | undefined {
  if (count(required, 'rejected') > 0) return 'required-participant-rejected';
  const mayStillSign = count(signatories, 'signed') + count(signatories, 'pending');
  return mayStillSign < minimumSignatories ? 'minimum-signatories-unreachable' : undefined;
}

const count = (signatures: readonly SignatureState[], status: SignatureState['status']): number =>
  signatures.filter((signature) => signature.status === status).length;

/**
 * What the documents make of the process, once every one of them is settled: a completed one is still to be sealed.
 * Finished when at least one is sealed, else rejected when any was rejected, else canceled.
 */
function processOutcome(state: ExistingProcess): ProcessEvent | undefined {
  const { processId, tenantId } = state;
  if (state.status !== 'waiting') return undefined;
  const statuses = new Set([...state.documents.values()].map(({ status }) => status));
  if (statuses.has('pending') || statuses.has('completed')) return undefined;
  const data = { processId, tenantId };
  if (statuses.has('sealed')) return { type: 'ProcessFinished', data };
  return { type: statuses.has('rejected') ? 'ProcessRejected' : 'ProcessCanceled', data };
}

/**
 * The group whose turn begins with the events: the first that a pending document still needs a member of, when
 * that one was not asked before. A group is passed over when none of its signatures is needed any more.
 */
function turnOutcome(state: ExistingProcess): ProcessEvent | undefined {
  if (state.status !== 'waiting' || !hasLaterGroup(state)) return undefined;
  const needed = neededSignatures(state);
  const group = Math.min(...needed.map((signature) => signature.group));
  if (needed.length === 0 || group <= state.askedGroup) return undefined;
  const next = new Set(needed.filter((one) => one.group === group).map(({ personId }) => personId));
  const personIds = state.participants.map(({ personId }) => personId).filter((id) => next.has(id));
  const { processId, tenantId } = state;
  return { type: 'GroupAsked', data: { processId, tenantId, group, personIds } };
}

const hasLaterGroup = ({ participants, askedGroup }: ExistingProcess): boolean =>
  participants.some((participant) => groupOf(participant) > askedGroup);

/** Pending signatures that a pending document still needs: a signatory's only while the minimum is not met. */
export function neededSignatures(state: ExistingProcess): SignatureState[] {
  const signedBySignatories = new Map<string, number>();
  for (const { documentId, part, status } of state.signatures.values())
    if (part === 'signatory' && status === 'signed')
      signedBySignatories.set(documentId, (signedBySignatories.get(documentId) ?? 0) + 1);
  return [...state.signatures.values()].filter(
    ({ documentId, part, status }) =>
      status === 'pending' &&
      state.documents.get(documentId)?.status === 'pending' &&
      (part !== 'signatory' || (signedBySignatories.get(documentId) ?? 0) < state.minimumSignatories),
  );
}

/** Whether the signature is pending, and its document needs it. */
export const isNeeded = (state: ExistingProcess, { signatureId }: SignatureState): boolean =>
  neededSignatures(state).some((needed) => needed.signatureId === signatureId);

/** The events, and after them what they make of the process: its end, or the next group's turn. */
export function settling(process: ExistingProcess, events: readonly ProcessEvent[]): Decision<ProcessEvent> {
  const after = events.reduce<ProcessState>(evolve, process) as ExistingProcess;
  const outcome = processOutcome(after) ?? turnOutcome(after);
  return accept(...events, ...(outcome === undefined ? [] : [outcome]));
}
