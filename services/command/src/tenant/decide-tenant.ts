import { streams, type DataOf, type IdentityEvent, type ReservationEvent } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../decider/decision.ts';

export type TenantStreamEvent =
  | Extract<IdentityEvent, { type: 'TenantRegistered' }>
  | Extract<ReservationEvent, { type: 'OwnerForfeited' }>;

export type TenantState =
  | { status: 'absent' }
  /** Its address or its administrator's e-mail went to another registration: this id can never be used. */
  | { status: 'forfeited' }
  | ({ status: 'registered' } & DataOf<'TenantRegistered'>);

export type TenantCommand = { type: 'register' } & DataOf<'TenantRegistered'>;

function decide(command: TenantCommand, state: TenantState): Decision<TenantStreamEvent> {
  const { type: _register, ...data } = command;
  if (state.status === 'forfeited') return reject('CONCURRENT_CHANGE');
  // The id derives from the intent, so a tenant that is there already is this same one.
  if (state.status === 'registered') return accept();
  return accept({ type: 'TenantRegistered', data });
}

function evolve(_state: TenantState, event: TenantStreamEvent): TenantState {
  switch (event.type) {
    case 'TenantRegistered':
      return { status: 'registered', ...event.data };
    case 'OwnerForfeited':
      return { status: 'forfeited' };
  }
}

export const tenant: Aggregate<TenantCommand, TenantState, TenantStreamEvent> = {
  stream: streams.tenant,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
