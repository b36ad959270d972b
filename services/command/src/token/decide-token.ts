import { streams, type DataOf, type Role, type TokenEvent } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../decider/decision.ts';

type Issued = DataOf<'ApiTokenIssued'>;

export type TokenState =
  | { status: 'absent' }
  | ({ status: 'live' } & Issued)
  | ({ status: 'revoked' } & Issued);

export type TokenCommand =
  | ({ type: 'issue' } & Issued)
  | { type: 'revoke'; tenantId: string; by: { userId: string; role: Role } };

function decide(command: TokenCommand, state: TokenState): Decision<TokenEvent> {
  switch (command.type) {
    case 'issue': {
      const { type: _issue, ...data } = command;
      // The id derives from the intent, so a token that is there already is this same one.
      if (state.status !== 'absent') return accept();
      if (data.description === '') return reject('EMPTY_DESCRIPTION');
      return accept({ type: 'ApiTokenIssued', data });
    }
    case 'revoke':
      return decideRevoke(command, state);
  }
}

/** Every user revokes their own; stewards revoke any, an administrator's only an administrator. */
function decideRevoke(
  { tenantId, by }: Extract<TokenCommand, { type: 'revoke' }>,
  state: TokenState,
): Decision<TokenEvent> {
  if (state.status === 'absent' || state.tenantId !== tenantId) return reject('TOKEN_NOT_FOUND');
  const { tokenId, issuerId, role } = state;
  const isOwn = by.userId === issuerId;
  const isSteward = by.role === 'administrator' || by.role === 'manager';
  if (!isOwn && !isSteward) return reject('TOKEN_NOT_FOUND');
  if (!isOwn && role === 'administrator' && by.role !== 'administrator')
    return reject('AUTH_PERMISSION_EDIT_ADMIN_USER');
  if (state.status === 'revoked') return accept();
  return accept({ type: 'ApiTokenRevoked', data: { tokenId, tenantId, issuerId } });
}

function evolve(state: TokenState, event: TokenEvent): TokenState {
  switch (event.type) {
    case 'ApiTokenIssued':
      return { status: 'live', ...event.data };
    case 'ApiTokenRevoked':
      return state.status === 'absent' ? state : { ...state, status: 'revoked' };
  }
}

export const token: Aggregate<TokenCommand, TokenState, TokenEvent> = {
  stream: streams.token,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
