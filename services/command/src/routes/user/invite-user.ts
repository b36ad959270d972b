import { orThrow } from '../../decider/or-throw.ts';
import { defineCommand } from '../../define-route.ts';
import { assertProvenRegistration } from '../../tenant/proven-registration.ts';
import { user } from '../../user/decide-user.ts';

export const route = defineCommand('inviteUser', async (call, service, { context, newId }) => {
  const { sub: userId, role, tenantId } = call.principal;
  await service.attempts.count('invitationPerUser', userId);
  await assertProvenRegistration(service, tenantId);
  const invite = {
    type: 'inviteAgain',
    by: { userId, role },
    tenantId,
    invitationId: newId('invitation'),
  } as const;
  const { position } = orThrow(await service.handler.handle(user, call.params.uid, invite, context));
  return { position };
});
