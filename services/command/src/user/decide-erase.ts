import { accept, reject, type Decision } from '../decider/decision.ts';
import type { UserCommand } from './commands.ts';
import type { UserState, UserStreamEvent } from './state.ts';

/** Only of a removed user. An erasure that was asked for before has nothing left to do. */
export function decideErase(
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

export function decideCompletion(state: UserState): Decision<UserStreamEvent> {
  if (state.status !== 'erased') return reject('AUTH_USER_NOT_FOUND');
  if (state.isComplete) return accept();
  const { userId, tenantId } = state;
  return accept({ type: 'UserErasureCompleted', data: { userId, tenantId } });
}
