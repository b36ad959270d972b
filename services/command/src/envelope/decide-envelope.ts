import { streams, type EnvelopeEvent, type EnvelopeFields, type TemplateRole } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Rejection } from '../decider/decision.ts';
import { decideReusable, type ReusableCommand, type ReusableState } from '../decider/reusable.ts';
import { mergedRoles } from './merged-roles.ts';

interface Envelope {
  envelopeId: string;
  tenantId: string;
  fields: EnvelopeFields;
}

export type EnvelopeState = ReusableState<Envelope>;

/** `roles`: those of each of its templates, as they are now. */
interface Looked {
  roles: readonly (readonly TemplateRole[])[];
}

export type EnvelopeCommand = ReusableCommand<Envelope & Looked, { fields: EnvelopeFields } & Looked>;

function objectionTo({ fields, roles }: { fields: EnvelopeFields } & Looked): Rejection | undefined {
  if (fields.templateIds.length < 2)
    return reject('SINGLE_ITEM_GROUP', 'Um envelope precisa de ao menos dois modelos.');
  const merged = mergedRoles(roles);
  return merged.ok ? undefined : reject('DIFFERENT_GROUP_TYPE', merged.detail);
}

const decide = decideReusable<
  Envelope,
  Envelope & Looked,
  { fields: EnvelopeFields } & Looked,
  EnvelopeEvent
>({
  unknown: 'ENVELOPE_NOT_FOUND',
  create: (made) => {
    const { envelopeId, tenantId, fields } = made;
    return objectionTo(made) ?? accept({ type: 'EnvelopeCreated', data: { envelopeId, tenantId, fields } });
  },
  edit: (edit, { envelopeId, tenantId }) =>
    objectionTo(edit) ??
    accept({ type: 'EnvelopeEdited', data: { envelopeId, tenantId, fields: edit.fields } }),
  remove: ({ envelopeId, tenantId }) => ({ type: 'EnvelopeRemoved', data: { envelopeId, tenantId } }),
});

function evolve(_state: EnvelopeState, event: EnvelopeEvent): EnvelopeState {
  switch (event.type) {
    case 'EnvelopeCreated':
    case 'EnvelopeEdited':
      return { status: 'kept', ...event.data };
    case 'EnvelopeRemoved':
      return { status: 'removed' };
  }
}

export const envelope: Aggregate<EnvelopeCommand, EnvelopeState, EnvelopeEvent> = {
  stream: streams.envelope,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
