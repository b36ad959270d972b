import { streams, type SignerGroupEvent, type SignerGroupFields } from '@lacre/contracts';

import { requestingPeopleTakeNoPart, witnessesSignForNoOne } from '../decider/at-request-rules.ts';
import { accept, reject, type Aggregate, type Rejection } from '../decider/decision.ts';
import { decideReusable, type ReusableCommand, type ReusableState } from '../decider/reusable.ts';

interface SignerGroup {
  signerGroupId: string;
  tenantId: string;
  fields: SignerGroupFields;
}

export type SignerGroupState = ReusableState<SignerGroup>;
export type SignerGroupCommand = ReusableCommand<SignerGroup, { fields: SignerGroupFields }>;

function objectionTo({ members }: SignerGroupFields): Rejection | undefined {
  if (members.length < 2) return reject('SINGLE_ITEM_GROUP', 'Um grupo precisa de ao menos duas pessoas.');
  if (new Set(members.map(({ part }) => part)).size > 1) return reject('DIFFERENT_GROUP_TYPE');
  return (
    witnessesSignForNoOne(
      members.map(({ part, atRequestOf }) => ({ part, signsForAnother: atRequestOf !== undefined })),
    ) ?? requestingPeopleTakeNoPart(members)
  );
}

const decide = decideReusable<SignerGroup, SignerGroup, { fields: SignerGroupFields }, SignerGroupEvent>({
  unknown: 'GROUP_NOT_FOUND',
  create: ({ signerGroupId, tenantId, fields }) =>
    objectionTo(fields) ?? accept({ type: 'SignerGroupCreated', data: { signerGroupId, tenantId, fields } }),
  edit: ({ fields }, { signerGroupId, tenantId }) =>
    objectionTo(fields) ?? accept({ type: 'SignerGroupEdited', data: { signerGroupId, tenantId, fields } }),
  remove: ({ signerGroupId, tenantId }) => ({
    type: 'SignerGroupRemoved',
    data: { signerGroupId, tenantId },
  }),
});

function evolve(_state: SignerGroupState, event: SignerGroupEvent): SignerGroupState {
  switch (event.type) {
    case 'SignerGroupCreated':
    case 'SignerGroupEdited':
      return { status: 'kept', ...event.data };
    case 'SignerGroupRemoved':
      return { status: 'removed' };
  }
}

export const signerGroup: Aggregate<SignerGroupCommand, SignerGroupState, SignerGroupEvent> = {
  stream: streams.signerGroup,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
