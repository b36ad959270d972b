import { streams, type PersonBatchEvent } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../../decider/decision.ts';

export type PersonBatchState =
  | { status: 'absent' }
  | { status: 'created'; tenantId: string; personIds: readonly string[] }
  /** Another took over a CPF of it: this id can never be used. */
  | { status: 'abandoned' };

export interface CreatePersonBatch {
  type: 'create';
  batchId: string;
  tenantId: string;
  personIds: readonly string[];
}

function decide(command: CreatePersonBatch, state: PersonBatchState): Decision<PersonBatchEvent> {
  if (state.status === 'abandoned') return reject('CONCURRENT_CHANGE');
  // The id derives from the intent, so a batch that is there already is this same one.
  if (state.status === 'created') return accept();
  const { batchId, tenantId, personIds } = command;
  return accept({ type: 'PersonBatchCreated', data: { batchId, tenantId, personIds: [...personIds] } });
}

function evolve(_state: PersonBatchState, event: PersonBatchEvent): PersonBatchState {
  switch (event.type) {
    case 'PersonBatchCreated':
      return { status: 'created', tenantId: event.data.tenantId, personIds: event.data.personIds };
    case 'PersonBatchAbandoned':
      return { status: 'abandoned' };
  }
}

export const personBatch: Aggregate<CreatePersonBatch, PersonBatchState, PersonBatchEvent> = {
  stream: streams.personBatch,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
