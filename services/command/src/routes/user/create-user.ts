import { defineCommand } from '../../define-route.ts';
import { inviteUser } from '../../user/manage-users.ts';
import { assertWithinToken } from '../../user/token-limits.ts';

export const route = defineCommand('createUser', async (call, service, command) => {
  const { name, email, role, active, companyIds, cpf, externalId, phoneNumber } = call.body.user;
  const { sub: userId, role: ownRole, tenantId } = call.principal;
  assertWithinToken(call.principal, { role, active, companyIds });
  return inviteUser(service, command, {
    type: 'invite',
    by: { userId, role: ownRole },
    userId: command.newId('user'),
    tenantId,
    profile: {
      name,
      email,
      ...(cpf == null ? {} : { cpf }),
      ...(externalId == null ? {} : { externalId }),
      ...(phoneNumber == null ? {} : { phoneNumber }),
    },
    role,
    active,
    companyIds,
    invitationId: command.newId('invitation'),
  });
});
