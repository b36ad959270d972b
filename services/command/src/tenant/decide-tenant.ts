import {
  streams,
  type DataOf,
  type IdentityEvent,
  type ReservationEvent,
  type TagEvent,
  type TenantEvent,
} from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../decider/decision.ts';
import { decideTag, evolveTags, type TagCommand, type Tags } from './tags.ts';

export type TenantStreamEvent =
  | Extract<IdentityEvent, { type: 'TenantRegistered' }>
  | TenantEvent
  | TagEvent
  | Extract<ReservationEvent, { type: 'OwnerForfeited' }>;

export type TenantState =
  | { status: 'absent' }
  /** Its address or its administrator's e-mail went to another registration: this id can never be used. */
  | { status: 'forfeited' }
  | ({ status: 'registered' } & TenantRecord);

interface TenantRecord extends DataOf<'TenantRegistered'> {
  active: boolean;
  tags: Tags;
}

export type TenantCommand =
  | ({ type: 'register' } & DataOf<'TenantRegistered'>)
  | { type: 'deactivate'; reason: string }
  | { type: 'activate' }
  | TagCommand;

function decide(command: TenantCommand, state: TenantState): Decision<TenantStreamEvent> {
  switch (command.type) {
    case 'register': {
      const { type: _register, ...data } = command;
      if (state.status === 'forfeited') return reject('CONCURRENT_CHANGE');
      // The id derives from the intent, so a tenant that is there already is this same one.
      if (state.status === 'registered') return accept();
      return accept({ type: 'TenantRegistered', data });
    }
    case 'deactivate': {
      if (state.status !== 'registered') return reject('TENANT_NOT_FOUND');
      const { tenantId, active } = state;
      return active
        ? accept({ type: 'TenantDeactivated', data: { tenantId, reason: command.reason } })
        : accept();
    }
    case 'activate': {
      if (state.status !== 'registered') return reject('TENANT_NOT_FOUND');
      const { tenantId, active } = state;
      return active ? accept() : accept({ type: 'TenantActivated', data: { tenantId } });
    }
    case 'createTag':
    case 'renameTag':
    case 'removeTag':
      return state.status === 'registered' ? decideTag(command, state.tags) : reject('TENANT_NOT_FOUND');
  }
}

function evolve(state: TenantState, event: TenantStreamEvent): TenantState {
  switch (event.type) {
    case 'TenantRegistered':
      return { status: 'registered', active: true, tags: new Map(), ...event.data };
    case 'TenantDeactivated':
      return state.status === 'registered' ? { ...state, active: false } : state;
    case 'TenantActivated':
      return state.status === 'registered' ? { ...state, active: true } : state;
    case 'TagCreated':
    case 'TagRenamed':
    case 'TagRemoved':
      return state.status === 'registered' ? { ...state, tags: evolveTags(state.tags, event) } : state;
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
