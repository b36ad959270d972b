import { streams, type DataOf, type SignInEvent } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../decider/decision.ts';
import { evolve, type UserState, type UserStreamEvent } from './state.ts';

export type { UserState, UserStreamEvent } from './state.ts';

/** What the identity store did, to be told in the log; whose it is, the stream says. */
export type SignInNote = SignInEvent extends infer Event
  ? Event extends { type: string; data: object }
    ? Omit<Event['data'], 'userId' | 'tenantId'> & { type: Event['type'] }
    : never
  : never;

export type UserCommand =
  | ({ type: 'create' } & DataOf<'UserCreated'>)
  | ({ type: 'recordSignIn' } & Pick<DataOf<'UserSignedIn'>, 'method' | 'secondFactor'>)
  | { type: 'note'; note: SignInNote };

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
      const { method, secondFactor } = command;
      const by = secondFactor === undefined ? { method } : { method, secondFactor };
      return accept({ type: 'UserSignedIn', data: { userId, tenantId, ...by } });
    }
    case 'note': {
      if (state.status !== 'active' && state.status !== 'inactive') return reject('AUTH_USER_NOT_FOUND');
      const { userId, tenantId } = state;
      const { type, ...rest } = command.note;
      return accept({ type, data: { userId, tenantId, ...rest } } as SignInEvent);
    }
  }
}

export const user: Aggregate<UserCommand, UserState, UserStreamEvent> = {
  stream: streams.user,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
