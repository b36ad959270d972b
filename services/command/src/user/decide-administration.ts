import { accept, reject, type Decision, type Rejection } from '../decider/decision.ts';
import type { UserCommand } from './commands.ts';
import { userOf, type UserState, type UserStreamEvent } from './state.ts';

/** Why a user cannot administer the tenant, checked before the decision. */
export function objectionToAdministrator(state: UserState, tenantId: string): Rejection | undefined {
  const found = userOf(state, tenantId);
  if (found === undefined) return reject('AUTH_USER_NOT_FOUND');
  if (found.status === 'inactive') return reject('AUTH_USER_INACTIVE');
  if (found.role === 'totem') return reject('AUTH_USER_DATA_VALIDATION', 'Um totem não administra a conta.');
  if (!found.hasJoined)
    return reject(
      'AUTH_USER_DATA_VALIDATION',
      'O convite ainda não foi aceito: só administra quem já entrou.',
    );
  return undefined;
}

/**
 * The role follows what the tenant's stream decided, by the grant that it names: a late word of another does nothing.
 */
export function decideAdministration(
  command: Extract<UserCommand, { type: 'administer' | 'ceaseToAdminister' }>,
  state: UserState,
): Decision<UserStreamEvent> {
  const { tenantId, grantId } = command;
  const found = userOf(state, tenantId);
  if (command.type === 'administer') {
    const objection = objectionToAdministrator(state, tenantId);
    if (objection !== undefined || found === undefined) return objection ?? reject('AUTH_USER_NOT_FOUND');
    const { userId } = found;
    return found.grantId === grantId
      ? accept()
      : accept({ type: 'UserRoleChanged', data: { userId, tenantId, role: 'administrator', grantId } });
  }
  if (found?.grantId !== grantId) return accept();
  const { userId } = found;
  return accept({ type: 'UserRoleChanged', data: { userId, tenantId, role: 'manager' } });
}
