import { streams, type EnvelopeEvent, type EnvelopeFields, type TemplateRole } from '@lacre/contracts';

import {
  accept,
  ofTenant,
  reject,
  type Aggregate,
  type Decision,
  type Rejection,
} from '../decider/decision.ts';
import { mergedRoles } from './merged-roles.ts';

export interface Envelope {
  envelopeId: string;
  tenantId: string;
  fields: EnvelopeFields;
}

export type EnvelopeState = { status: 'absent' } | ({ status: 'kept' } & Envelope) | { status: 'removed' };

/** `roles`: those of each of its templates, as they are now. */
interface Looked {
  roles: readonly (readonly TemplateRole[])[];
}

export type EnvelopeCommand =
  | ({ type: 'create' } & Envelope & Looked)
  | ({ type: 'edit'; tenantId: string; fields: EnvelopeFields } & Looked)
  | { type: 'remove'; tenantId: string };

function objectionTo({ fields, roles }: { fields: EnvelopeFields } & Looked): Rejection | undefined {
  if (fields.templateIds.length < 2)
    return reject('SINGLE_ITEM_GROUP', 'Um envelope precisa de ao menos dois modelos.');
  const merged = mergedRoles(roles);
  return merged.ok ? undefined : reject('DIFFERENT_GROUP_TYPE', merged.detail);
}

function decide(command: EnvelopeCommand, state: EnvelopeState): Decision<EnvelopeEvent> {
  const { tenantId } = command;
  if (command.type === 'create') {
    const { envelopeId, fields } = command;
    // The id derives from the intent, so an envelope that is there already, or was, is this same one.
    if (state.status !== 'absent') return accept();
    return (
      objectionTo(command) ?? accept({ type: 'EnvelopeCreated', data: { envelopeId, tenantId, fields } })
    );
  }
  const kept = envelopeOf(state, tenantId);
  if (kept === undefined) return reject('ENVELOPE_NOT_FOUND');
  const { envelopeId } = kept;
  switch (command.type) {
    case 'edit': {
      const { fields } = command;
      return (
        objectionTo(command) ?? accept({ type: 'EnvelopeEdited', data: { envelopeId, tenantId, fields } })
      );
    }
    case 'remove':
      return accept({ type: 'EnvelopeRemoved', data: { envelopeId, tenantId } });
  }
}

function evolve(_state: EnvelopeState, event: EnvelopeEvent): EnvelopeState {
  switch (event.type) {
    case 'EnvelopeCreated':
    case 'EnvelopeEdited':
      return { status: 'kept', ...event.data };
    case 'EnvelopeRemoved':
      return { status: 'removed' };
  }
}

export function envelopeOf(state: EnvelopeState, tenantId: string): Envelope | undefined {
  return ofTenant(state.status === 'kept' ? state : undefined, tenantId);
}

export const envelope: Aggregate<EnvelopeCommand, EnvelopeState, EnvelopeEvent> = {
  stream: streams.envelope,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
