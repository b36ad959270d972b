import { streams, type DataOf, type ErasureReason } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../decider/decision.ts';
import { evolve, type UserState, type UserStreamEvent } from './state.ts';

export type { UserState, UserStreamEvent } from './state.ts';

export type UserCommand =
  | ({ type: 'create' } & DataOf<'UserCreated'>)
  /** `waitingProcessIds`: processes they asked for whose evidence is still to be drawn. */
  | { type: 'erase'; tenantId: string; reason: ErasureReason; waitingProcessIds: readonly string[] }
  | { type: 'completeErasure'; tenantId: string }
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
    case 'erase':
      return decideErase(command, state);
    case 'completeErasure': {
      if (state.status !== 'erased') return reject('AUTH_USER_NOT_FOUND');
      if (state.isComplete) return accept();
      const { userId, tenantId } = state;
      return accept({ type: 'UserErasureCompleted', data: { userId, tenantId } });
    }
    case 'recordSignIn': {
      if (state.status === 'inactive') return reject('AUTH_USER_INACTIVE');
      if (state.status !== 'active') return reject('AUTH_USER_NOT_FOUND');
      const { userId, tenantId } = state;
      return accept({ type: 'UserSignedIn', data: { userId, tenantId, method: command.method } });
    }
  }
}

/** Only of whoever was removed. An erasure that was asked for before has nothing left to do. */
function decideErase(
  { tenantId, reason, waitingProcessIds }: Extract<UserCommand, { type: 'erase' }>,
  state: UserState,
): Decision<UserStreamEvent> {
  if (!('userId' in state) || state.tenantId !== tenantId) return reject('AUTH_USER_NOT_FOUND');
  if (state.status === 'erased') return accept();
  if (state.status !== 'removed') return reject('USER_NOT_REMOVED');
  // The evidence of these still has to name them.
  if (waitingProcessIds.length > 0)
    return reject('USER_HAS_PENDING_PROCESSES', `Processos em andamento: ${waitingProcessIds.length}.`);
  return accept({ type: 'UserErased', data: { userId: state.userId, tenantId, reason } });
}

export const user: Aggregate<UserCommand, UserState, UserStreamEvent> = {
  stream: streams.user,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
