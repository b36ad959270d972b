import { streams, type DataOf, type IdentityEvent } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../decider/decision.ts';

export type UserStreamEvent = Extract<IdentityEvent, { type: 'UserCreated' | 'UserSignedIn' }>;

export type UserState = { status: 'absent' } | ({ status: 'active' } & DataOf<'UserCreated'>);

export type UserCommand =
  | ({ type: 'create' } & DataOf<'UserCreated'>)
  | { type: 'recordSignIn'; method: DataOf<'UserSignedIn'>['method'] };

function decide(command: UserCommand, state: UserState): Decision<UserStreamEvent> {
  switch (command.type) {
    case 'create': {
      const { type: _create, ...data } = command;
      // The id derives from the intent, so a user who is there already is this same one.
      if (state.status === 'active') return accept();
      return accept({ type: 'UserCreated', data });
    }
    case 'recordSignIn': {
      if (state.status === 'absent') return reject('AUTH_USER_NOT_FOUND');
      const { userId, tenantId } = state;
      return accept({ type: 'UserSignedIn', data: { userId, tenantId, method: command.method } });
    }
  }
}

function evolve(state: UserState, event: UserStreamEvent): UserState {
  switch (event.type) {
    case 'UserCreated':
      return { status: 'active', ...event.data };
    case 'UserSignedIn':
      return state;
  }
}

export const user: Aggregate<UserCommand, UserState, UserStreamEvent> = {
  stream: streams.user,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
