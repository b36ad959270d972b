import type { DataOf, ProcessEvent } from '@lacre/contracts';

import type { ExistingProcess, SignatureState } from './state.ts';

/** What the state of a document's signatures makes of it: undefined while it stays pending. */
export function documentOutcome(state: ExistingProcess, documentId: string): ProcessEvent | undefined {
  const { processId, tenantId, minimumSignatories } = state;
  const data = { processId, tenantId, documentId };
  const signatures = [...state.signatures.values()].filter((each) => each.documentId === documentId);
  const signatories = signatures.filter(({ part }) => part === 'signatory');
  const required = signatures.filter(({ part }) => part !== 'signatory');
  const cause = rejectionCause(required, signatories, minimumSignatories);
  if (cause !== undefined) return { type: 'DocumentRejected', data: { ...data, cause } };
  const isComplete =
    required.every(({ status }) => status === 'signed') && count(signatories, 'signed') >= minimumSignatories;
  return isComplete ? { type: 'DocumentCompleted', data } : undefined;
}

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
export function processOutcome(state: ExistingProcess): ProcessEvent | undefined {
  const { processId, tenantId } = state;
  if (state.status !== 'waiting') return undefined;
  const statuses = new Set([...state.documents.values()].map(({ status }) => status));
  if (statuses.has('pending') || statuses.has('completed')) return undefined;
  const data = { processId, tenantId };
  if (statuses.has('sealed')) return { type: 'ProcessFinished', data };
  return { type: statuses.has('rejected') ? 'ProcessRejected' : 'ProcessCanceled', data };
}
