import { streams, type SignerGroupEvent, type SignerGroupFields } from '@lacre/contracts';

import {
  accept,
  ofTenant,
  reject,
  type Aggregate,
  type Decision,
  type Rejection,
} from '../decider/decision.ts';

export interface SignerGroup {
  signerGroupId: string;
  tenantId: string;
  fields: SignerGroupFields;
}

export type SignerGroupState =
  | { status: 'absent' }
  | ({ status: 'kept' } & SignerGroup)
  | { status: 'removed' };

export type SignerGroupCommand =
  | ({ type: 'create' } & SignerGroup)
  | { type: 'edit'; tenantId: string; fields: SignerGroupFields }
  | { type: 'remove'; tenantId: string };

function objectionTo({ members }: SignerGroupFields): Rejection | undefined {
  if (members.length < 2) return reject('SINGLE_ITEM_GROUP', 'Um grupo precisa de ao menos duas pessoas.');
  if (new Set(members.map(({ part }) => part)).size > 1) return reject('DIFFERENT_GROUP_TYPE');
  return undefined;
}

function decide(command: SignerGroupCommand, state: SignerGroupState): Decision<SignerGroupEvent> {
  const { tenantId } = command;
  if (command.type === 'create') {
    const { signerGroupId, fields } = command;
    // The id derives from the intent, so a group that is there already, or was, is this same one.
    if (state.status !== 'absent') return accept();
    return (
      objectionTo(fields) ?? accept({ type: 'SignerGroupCreated', data: { signerGroupId, tenantId, fields } })
    );
  }
  const kept = signerGroupOf(state, tenantId);
  if (kept === undefined) return reject('GROUP_NOT_FOUND');
  const { signerGroupId } = kept;
  switch (command.type) {
    case 'edit': {
      const { fields } = command;
      return (
        objectionTo(fields) ??
        accept({ type: 'SignerGroupEdited', data: { signerGroupId, tenantId, fields } })
      );
    }
    case 'remove':
      return accept({ type: 'SignerGroupRemoved', data: { signerGroupId, tenantId } });
  }
}

function evolve(_state: SignerGroupState, event: SignerGroupEvent): SignerGroupState {
  switch (event.type) {
    case 'SignerGroupCreated':
    case 'SignerGroupEdited':
      return { status: 'kept', ...event.data };
    case 'SignerGroupRemoved':
      return { status: 'removed' };
  }
}

export function signerGroupOf(state: SignerGroupState, tenantId: string): SignerGroup | undefined {
  return ofTenant(state.status === 'kept' ? state : undefined, tenantId);
}

export const signerGroup: Aggregate<SignerGroupCommand, SignerGroupState, SignerGroupEvent> = {
  stream: streams.signerGroup,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
