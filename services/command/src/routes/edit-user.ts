import { streams } from '@lacre/contracts';
import { Refusal, route, type UserPrincipal } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { IMAGE_BODY_LIMIT_BYTES, storeImage } from '../images/store-image.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { user } from '../user/decide-user.ts';
import { editUser as edit } from '../user/manage-users.ts';
import { userOf } from '../user/state.ts';

/**
 * An address leads to another password: no API token changes anybody's, its issuer's least of all.
 *
 * @throws Refusal AUTH_METHOD_NOT_ALLOWED
 */
async function assertOwnHand(
  { handler }: CommandService,
  { principal, params }: { principal: UserPrincipal; params: { uid: string } },
  email: string | undefined,
): Promise<void> {
  if (principal.tokenId === undefined || email === undefined) return;
  const found = userOf(await handler.load(user, params.uid), principal.tenantId);
  // A user is sent back whole, as it was read.
  if (found !== undefined && found.profile.email !== email) throw new Refusal('AUTH_METHOD_NOT_ALLOWED');
}

const OTHER_USER = { fieldErrors: [{ field: 'user.uid', message: 'Não é o usuário do endereço' }] };

export function editUser(app: FastifyInstance, service: CommandService): void {
  route(
    app,
    'editUser',
    (call) =>
      runCommand(service, 'editUser', call, async (command) => {
        const { user: asked, avatar: shown, uploads } = call.body;
        const { uid, role, active, companyIds, name, email, cpf, externalId, phoneNumber } = asked;
        const profile = { name, email, cpf, externalId, phoneNumber };
        if (uid !== undefined && uid !== call.params.uid)
          throw new Refusal('AUTH_USER_DATA_VALIDATION', OTHER_USER);
        await assertOwnHand(service, call, email);
        const [upload] = uploads;
        const owner = streams.user(call.params.uid);
        const picture =
          upload && (await storeImage(service, upload.base64, { field: 'uploads.0.base64', owner }));
        const taken = shown === null ? null : undefined;
        const { sub: userId, role: ownRole, tenantId } = call.principal;
        const by = { userId, role: ownRole };
        const avatar = picture ?? taken;
        const changes = { role, active, companyIds, profile, ...(avatar === undefined ? {} : { avatar }) };
        return edit(service, command, { userId: call.params.uid, tenantId, by, ...changes });
      }),
    { bodyLimit: IMAGE_BODY_LIMIT_BYTES },
  );
}
