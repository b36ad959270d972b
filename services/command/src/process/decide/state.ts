import { cameToBe, type DocumentState, type ExistingProcess, type ProcessState } from '@lacre/contracts';

import { ofTenant } from '../../decider/decision.ts';

/** The rules decide by the contracts' fold of the stream: they have no state of their own. */
export { evolveProcess as evolve } from '@lacre/contracts';
export type { DocumentState, ExistingProcess, ProcessState, SignatureState } from '@lacre/contracts';

export function processOf(state: ProcessState, tenantId: string): ExistingProcess | undefined {
  return ofTenant(cameToBe(state) ? state : undefined, tenantId);
}

/** Whether the process's deadline, if it has one, has passed at this moment. */
export const isOverdue = ({ deadline }: ExistingProcess, at: string): boolean =>
  deadline !== undefined && Date.parse(at) >= Date.parse(deadline);

export const pendingDocuments = ({ documents }: ExistingProcess): DocumentState[] =>
  [...documents.values()].filter(({ status }) => status === 'pending');
