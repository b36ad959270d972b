import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import {
  noteSeen,
  openTotemSession as open,
  requestTotemCode as request,
  totemOfCaller,
} from '../identity/person/totem-session.ts';
import { ownCall } from '../identity/user/account/own-session.ts';
import { runCommand, stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { user } from '../user/decide-user.ts';

/** The session that the tablet is signed in by becomes a totem: from then on it may be used, and lives longer. */
export function registerTotem(app: FastifyInstance, service: CommandService): void {
  route(app, 'registerTotem', async (call) => {
    const { userId, sessionId: totemId } = await ownCall(service, call);
    return runCommand(service, 'registerTotem', call, async ({ context }) => {
      const { tenantId } = call.principal;
      const register = { type: 'registerTotem', tenantId, totemId, ...call.body } as const;
      const { state, position } = stored(await service.handler.handle(user, userId, register, context));
      // A crash before this leaves a totem with the life of any session; registering it again mends that.
      await service.sessions.becomeTotem(totemId);
      const known = 'totems' in state ? state.totems.get(totemId) : undefined;
      return { position, totemId, name: known?.name ?? call.body.name };
    });
  });
}

export function currentTotem(app: FastifyInstance, service: CommandService): void {
  route(app, 'currentTotem', async ({ principal }) => {
    const totem = await totemOfCaller(service, principal);
    if (totem === undefined) return { totem: null };
    await noteSeen(service, totem, principal.tenantId);
    return { totem: { totemId: totem.totemId, name: totem.name } };
  });
}

export function requestTotemCode(app: FastifyInstance, service: CommandService): void {
  route(app, 'requestTotemCode', (call) => request(service, call.body, call));
}

export function openTotemSession(app: FastifyInstance, service: CommandService): void {
  route(app, 'openTotemSession', (call) => open(service, call.body, call));
}

/** Commit point: the event. From then on every service refuses the session; that its row goes too only tidies up. */
export function revokeTotem(app: FastifyInstance, service: CommandService): void {
  route(app, 'revokeTotem', (call) =>
    runCommand(service, 'revokeTotem', call, async ({ context }) => {
      const { uid, totemId } = call.params;
      const revoke = { type: 'revokeTotem', tenantId: context.tenantId, totemId } as const;
      const { position } = stored(await service.handler.handle(user, uid, revoke, context));
      await service.sessions.revoke(uid, { only: totemId });
      return { position };
    }),
  );
}
