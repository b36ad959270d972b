import type { UserPrincipal } from '@lacre/access';
import { streams } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { CommandHandler } from '../../decider/command-handler.ts';
import { defineCommand } from '../../define-route.ts';
import { IMAGE_BODY_LIMIT_BYTES, storeImage } from '../../images/store-image.ts';
import type { EditUser } from '../../user/commands.ts';
import { user } from '../../user/decide-user.ts';
import { editUser } from '../../user/manage-users.ts';
import { userOf } from '../../user/state.ts';
import { assertSameAddress, assertWithinToken } from '../../user/token-limits.ts';

/** @throws Refusal where an API token may not ask for this */
async function assertToken(
  { handler }: { handler: CommandHandler },
  { principal, params }: { principal: UserPrincipal; params: { uid: string } },
  asked: Pick<EditUser, 'profile' | 'role' | 'active' | 'companyIds'>,
): Promise<void> {
  if (principal.grant === undefined) return;
  const found = userOf(await handler.load(user, params.uid), principal.tenantId);
  if (found === undefined) return;
  assertSameAddress(principal, asked.profile, found);
  assertWithinToken(principal, asked, found);
}

const OTHER_USER = { fieldErrors: [{ field: 'user.uid', message: 'Não é o usuário do endereço' }] };

export const route = defineCommand(
  'editUser',
  async (call, service, command) => {
    const { user: asked, avatar: shown, uploads } = call.body;
    const { uid, role, active, companyIds, name, email, cpf, externalId, phoneNumber } = asked;
    const profile = { name, email, cpf, externalId, phoneNumber };
    if (uid !== undefined && uid !== call.params.uid)
      throw new Refusal('AUTH_USER_DATA_VALIDATION', OTHER_USER);
    await assertToken(service, call, { profile, role, active, companyIds });
    const [upload] = uploads;
    const owner = streams.user(call.params.uid);
    const picture =
      upload && (await storeImage(service, upload.base64, { field: 'uploads.0.base64', owner }));
    const taken = shown === null ? null : undefined;
    const { sub: userId, role: ownRole, tenantId } = call.principal;
    const by = { userId, role: ownRole };
    const avatar = picture ?? taken;
    const changes = { role, active, companyIds, profile, ...(avatar === undefined ? {} : { avatar }) };
    return editUser(service, command, { userId: call.params.uid, tenantId, by, ...changes });
  },
  { bodyLimit: IMAGE_BODY_LIMIT_BYTES },
);
