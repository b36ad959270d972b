import { streams, type DataOf } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../decider/decision.ts';
import { evolve, type UserState, type UserStreamEvent } from './state.ts';

export type { UserState, UserStreamEvent } from './state.ts';

export type UserCommand =
  | ({ type: 'create' } & DataOf<'UserCreated'>)
  | { type: 'recordSignIn'; method: DataOf<'UserSignedIn'>['method'] };

function decide(command: UserCommand, state: UserState): Decision<UserStreamEvent> {
  switch (command.type) {
    case 'create': {
      const { type: _create, ...data } = command;
      if (state.status === 'forfeited') return reject('CONCURRENT_CHANGE');
      // The id derives from the intent, so a user who is there already is this same one.
      if (state.status !== 'absent') return accept();
      return accept({ type: 'UserCreated', data });
    }
    case 'recordSignIn': {
      if (state.status === 'inactive') return reject('AUTH_USER_INACTIVE');
      if (state.status !== 'active') return reject('AUTH_USER_NOT_FOUND');
      const { userId, tenantId } = state;
      return accept({ type: 'UserSignedIn', data: { userId, tenantId, method: command.method } });
    }
  }
}

export const user: Aggregate<UserCommand, UserState, UserStreamEvent> = {
  stream: streams.user,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
