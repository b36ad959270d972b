import { route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { ownCall } from '../identity/user/account/own-session.ts';
import { runCommand } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import * as administrators from '../tenant/manage-administrators.ts';

export function promoteAdministrator(app: FastifyInstance, service: CommandService): void {
  route(app, 'promoteAdministrator', async (call) => {
    const { userId: by } = await ownCall(service, call, { recently: true });
    return runCommand(service, 'promoteAdministrator', call, async ({ context, newId }) => {
      const granted = { userId: call.params.uid, grantId: newId('grant') };
      return { position: await administrators.promoteAdministrator(service, { context, by }, granted) };
    });
  });
}

export function demoteAdministrator(app: FastifyInstance, service: CommandService): void {
  route(app, 'demoteAdministrator', async (call) => {
    const { userId: by } = await ownCall(service, call, { recently: true });
    return runCommand(service, 'demoteAdministrator', call, async ({ context }) => ({
      position: await administrators.demoteAdministrator(service, { context, by }, call.params.uid),
    }));
  });
}

export function administrationOffer(app: FastifyInstance, service: CommandService): void {
  route(app, 'administrationOffer', ({ principal }) =>
    administrators.administrationOffer(service, principal.tenantId, principal.sub),
  );
}

export function offerAdministration(app: FastifyInstance, service: CommandService): void {
  route(app, 'offerAdministration', async (call) => {
    const { userId: by } = await ownCall(service, call, { recently: true });
    return runCommand(service, 'offerAdministration', call, ({ context, newId }) => {
      const offer = { userId: call.body.uid, offerId: newId('offer') };
      return administrators.offerAdministration(service, { context, by }, offer);
    });
  });
}

export function acceptAdministration(app: FastifyInstance, service: CommandService): void {
  route(app, 'acceptAdministration', async (call) => {
    const { userId: by } = await ownCall(service, call, { recently: true });
    return runCommand(service, 'acceptAdministration', call, async ({ context }) => ({
      position: await administrators.acceptAdministration(service, { context, by }, call.params.offerId),
    }));
  });
}

export function endAdministrationOffer(app: FastifyInstance, service: CommandService): void {
  route(app, 'endAdministrationOffer', (call) =>
    runCommand(service, 'endAdministrationOffer', call, async ({ context }) => {
      const by = call.principal.sub;
      const { offerId } = call.params;
      return { position: await administrators.endAdministrationOffer(service, { context, by }, offerId) };
    }),
  );
}
